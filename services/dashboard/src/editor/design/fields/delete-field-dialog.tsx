import { Button } from "@mantine/core";
import { useMemo, useState } from "react";
import { Dialog, DialogButtons } from "../../../ui/dialog.tsx";
import { Notice } from "../../../ui/notice.tsx";
import { UseList } from "./use-list.tsx";
import { useFieldChanges } from "./use-field-changes.ts";

type Deletion = {
  path: readonly string[];
  /** Deletes a calculated field, which the data do not have. */
  onDelete?: (() => void) | undefined;
};

function Confirmation({ path, onDelete, onClose }: Deletion & { onClose: () => void }) {
  const { usesOf, deleteField } = useFieldChanges();
  const [problem, setProblem] = useState<string>();
  // oxlint-disable-next-line react/exhaustive-deps -- the dialog covers everything that changes the template
  const uses = useMemo(() => usesOf(path), []);
  return (
    <>
      {problem === undefined ? null : <Notice kind="failure">{problem}</Notice>}
      <UseList uses={uses} title="These read it, and will lack the value" empty="Nothing in the template reads it." />
      <p>{onDelete ? "Undo brings it back." : "All data sets of the template lose it. Undo brings it back."}</p>
      <DialogButtons>
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button
          color="red"
          onClick={() => {
            onDelete?.();
            const refused = onDelete ? undefined : deleteField(path);
            setProblem(refused);
            if (refused === undefined) onClose();
          }}
        >
          Delete field
        </Button>
      </DialogButtons>
    </>
  );
}

/** Deletes a field, after it has listed what reads it. */
export function DeleteFieldDialog({
  deletion,
  ...dialog
}: {
  deletion: Deletion | undefined;
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title={`Delete ${deletion?.path.at(-1) ?? ""}?`} {...dialog}>
      {deletion ? <Confirmation {...deletion} onClose={dialog.onClose} /> : null}
    </Dialog>
  );
}
