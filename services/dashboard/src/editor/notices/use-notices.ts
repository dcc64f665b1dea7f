import { useDeferredValue, useMemo, useState } from "react";
import { formatRelative } from "../../ui/format.ts";
import type { EditorNotice } from "./editor-notices.tsx";
import type { EditorStore } from "../draft/editor-store.ts";
import { findForeignPlaces } from "./foreign-syntax-notice.ts";
import type { KeptWork } from "../draft/unsaved-draft-storage.ts";
import type { SavedDraft } from "../draft/saved-draft.ts";
import type { Saving } from "../draft/use-saving.ts";

type NoticesOptions = {
  store: EditorStore;
  draft: SavedDraft;
  unsaved: KeptWork | undefined;
  isKept: boolean;
  saving: Saving;
};

/** What there is to say now, and what can be done about it. */
export function useNotices({ store, draft, unsaved, isKept, saving }: NoticesOptions): EditorNotice[] {
  const [restored, setRestored] = useState(() =>
    unsaved && store.getState().isChanged
      ? {
          when: formatRelative(new Date(unsaved.keptAt).toISOString(), Date.now()),
          isOld: unsaved.revision < draft.revision,
        }
      : undefined,
  );
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // Not in the way of typing: a large template takes longer to be looked through than a key to be pressed.
  const { html, settings } = useDeferredValue(store.getState().history.present);
  const { header = "", footer = "" } = settings;
  const foreign = useMemo(() => findForeignPlaces({ html, header, footer }, hidden), [html, header, footer, hidden]);
  const { failure, forgetFailure, save } = saving;
  const notices: EditorNotice[] = [];

  if (restored && store.getState().isChanged) {
    const meanwhile = restored.isOld
      ? " The template was saved by somebody else since; when you save, you will see both versions."
      : "";
    notices.push({
      key: "restored",
      kind: "warning",
      text: `Your unsaved work is back, last edited ${restored.when}.${meanwhile}`,
      acts: [
        {
          label: "Discard it",
          act: () => {
            store.adopt(draft);
            setRestored(undefined);
          },
        },
        { label: "Keep it", act: () => setRestored(undefined) },
      ],
    });
  }
  if (!isKept) {
    notices.push({
      key: "not-kept",
      kind: "warning",
      text: "This browser has no room to keep unsaved work: save before you leave the page.",
      acts: [],
    });
  }
  if (foreign) {
    const { first, messages } = foreign;
    notices.push({
      key: "foreign",
      kind: "warning",
      text: first.text,
      acts: [
        { label: "Show", act: () => store.show(first.place) },
        { label: "Close", act: () => setHidden(new Set([...hidden, ...messages])) },
      ],
    });
  }
  if (failure) {
    const { place } = failure;
    notices.push({
      key: "failure",
      kind: "failure",
      text: `Not saved. ${failure.message}`,
      acts: [
        place
          ? {
              label: "Show",
              act: () => {
                if ("dataSetIndex" in failure && failure.dataSetIndex !== undefined) {
                  store.selectDataSet(failure.dataSetIndex);
                }
                store.show(place);
              },
            }
          : { label: "Try again", act: () => void save() },
        { label: "Close", act: forgetFailure },
      ],
    });
  }
  return notices;
}
