import { useDeferredValue, useMemo, useState } from "react";
import { formatRelative } from "../../ui/format.ts";
import type { EditorNotice } from "./editor-notices.tsx";
import type { EditorStore } from "../draft/editor-store.ts";
import { foreignSyntaxNotice } from "./foreign-syntax-notice.ts";
import type { UnsavedDraft } from "../draft/unsaved-draft-storage.ts";
import type { SavedDraft } from "../draft/saved-draft.ts";
import type { Saving } from "../draft/use-saving.ts";

type NoticesOptions = {
  store: EditorStore;
  draft: SavedDraft;
  unsaved: UnsavedDraft | undefined;
  isStored: boolean;
  saving: Saving;
};

/** The notices that apply now, each with its actions. */
export function useNotices({ store, draft, unsaved, isStored, saving }: NoticesOptions): EditorNotice[] {
  const [restored, setRestored] = useState(() =>
    unsaved && store.getState().isChanged
      ? {
          when: formatRelative(new Date(unsaved.keptAt).toISOString(), Date.now()),
          isOld: unsaved.revision < draft.revision,
        }
      : undefined,
  );
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // Deferred, because searching a large template takes longer than a key press.
  const { html, settings } = useDeferredValue(store.getState().history.present);
  const { header = "", footer = "" } = settings;
  const foreign = useMemo(() => foreignSyntaxNotice({ html, header, footer }, hidden), [html, header, footer, hidden]);
  const { failure, forgetFailure, save } = saving;
  const notices: EditorNotice[] = [];

  if (restored && store.getState().isChanged) {
    const meanwhile = restored.isOld
      ? " Another member has saved the template since. When you save, you will see both versions."
      : "";
    notices.push({
      key: "restored",
      kind: "warning",
      text: `Unsaved changes restored, last edited ${restored.when}.${meanwhile}`,
      actions: [
        {
          label: "Discard changes",
          onClick: () => {
            store.adopt(draft);
            setRestored(undefined);
          },
        },
        { label: "Keep changes", onClick: () => setRestored(undefined) },
      ],
    });
  }
  if (!isStored) {
    notices.push({
      key: "not-stored",
      kind: "warning",
      text: "This browser has no room for unsaved changes. Save before you leave the page.",
      actions: [],
    });
  }
  if (foreign) {
    const { text, position, messages } = foreign;
    notices.push({
      key: "foreign",
      kind: "warning",
      text,
      actions: [
        { label: "Show", onClick: () => store.show(position) },
        { label: "Close", onClick: () => setHidden(new Set([...hidden, ...messages])) },
      ],
    });
  }
  if (failure) {
    const { position } = failure;
    notices.push({
      key: "failure",
      kind: "failure",
      text: `${"isRestSaved" in failure ? "Saved, except for this data." : "Not saved."} ${failure.message}`,
      actions: [
        position
          ? {
              label: "Show",
              onClick: () => {
                if ("dataSetIndex" in failure && failure.dataSetIndex !== undefined) {
                  store.selectDataSet(failure.dataSetIndex);
                }
                store.show(position);
              },
            }
          : { label: "Try again", onClick: () => void save() },
        { label: "Close", onClick: forgetFailure },
      ],
    });
  }
  return notices;
}
