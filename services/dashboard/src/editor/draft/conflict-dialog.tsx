import { Button } from "@mantine/core";
import { SourceChanges } from "../../components/source-diff/source-changes.tsx";
import { useAccount } from "../../components/require-sign-in.tsx";
import { Dialog, DialogButtons } from "../../ui/dialog.tsx";
import { TimeText } from "../../ui/time-text.tsx";
import type { Source } from "../../components/source-diff/changed-parts.ts";
import type { TemplateSource } from "../template-source.ts";

/** What another member has saved in the meantime. */
export type Theirs = Source & { savedBy: { accountId: string; email: string } | null; updatedAt: string };

type ChoiceProps = {
  /** The kind of thing that was saved: "template". */
  kind: string;
  saving: {
    theirs?: Theirs | undefined;
    isSaving: boolean;
    keepMine: () => Promise<boolean>;
    takeTheirs: () => void;
    decideLater: () => void;
  };
  theirs: Theirs;
  mine: TemplateSource;
};

function Choice({ kind, saving, theirs, mine }: ChoiceProps) {
  const { keepMine, takeTheirs, decideLater, isSaving } = saving;
  const { accountId } = useAccount();
  return (
    <>
      <p>
        {theirs.savedBy?.email ?? "Somebody"} saved this {kind} <TimeText instant={theirs.updatedAt} />, after you
        opened it{theirs.savedBy?.accountId === accountId ? ", in another window" : ""}. Your changes are not saved yet,
        and nothing is lost. Compared with that version, you change:
      </p>
      <SourceChanges before={theirs} after={mine} isOpen />
      <DialogButtons>
        <Button variant="default" onClick={decideLater} data-autofocus>
          Decide later
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          Take theirs
        </Button>
        <Button color="red" loading={isSaving} onClick={() => void keepMine()}>
          Keep mine
        </Button>
      </DialogButtons>
    </>
  );
}

/** Lets the author choose between two versions after a conflict, so that neither overwrites the other by accident. */
export function ConflictDialog({ kind, saving, mine }: Omit<ChoiceProps, "theirs">) {
  const { theirs, decideLater } = saving;
  return (
    <Dialog
      title={`This ${kind} was saved in the meantime`}
      isOpen={theirs !== undefined}
      onClose={decideLater}
      size="xl"
    >
      {theirs ? <Choice kind={kind} saving={saving} theirs={theirs} mine={mine} /> : null}
    </Dialog>
  );
}
