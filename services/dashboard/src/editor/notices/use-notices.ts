import { useDebouncedValue } from "@mantine/hooks";
import { createElement, useMemo, useState } from "react";
import { useStore } from "zustand";
import { formatRelative } from "../../ui/format.ts";
import type { EditorNotice } from "./editor-notices.tsx";
import type { EditorStore } from "../draft/editor-store.ts";
import { TagsToRewriteList } from "./tags-to-rewrite-list.tsx";
import { settleTag, tagsToRewrite } from "./tags-to-rewrite.ts";
import type { UnsavedDraft } from "../draft/unsaved-draft-storage.ts";
import type { Draft, SavedDraft } from "../draft/saved-draft.ts";
import type { SaveFailure } from "../draft/save-failure.ts";
import type { DraftSaver } from "../draft/draft-saver.ts";

/** Goes to the mistake that a save reported. */
export function showFailure(store: Pick<EditorStore, "selectDataSet" | "show">, failure: SaveFailure): void {
  if (!failure.position) return;
  if (failure.dataSetIndex !== undefined) store.selectDataSet(failure.dataSetIndex);
  store.show(failure.position);
}

const searchedAfterMs = 300;

type NoticesOptions = {
  store: EditorStore;
  draft: SavedDraft;
  unsaved: UnsavedDraft | undefined;
  isStored: boolean;
  saver: DraftSaver<Draft>;
};

/** The notices that apply now, each with its actions. */
export function useNotices({ store, draft, unsaved, isStored, saver }: NoticesOptions): EditorNotice[] {
  const present = useStore(store, ({ history }) => history.present);
  const [opened] = useState(draft);
  const [restored, setRestored] = useState(() =>
    unsaved && store.getState().isChanged
      ? {
          source: present,
          when: formatRelative(new Date(unsaved.keptAt).toISOString(), Date.now()),
        }
      : undefined,
  );
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set());
  // After a pause, because searching a large template takes long for a key press.
  const [{ html, settings }] = useDebouncedValue(present, searchedAfterMs);
  const { header = "", footer = "" } = settings;
  const tags = useMemo(() => tagsToRewrite({ html, header, footer }, hidden), [html, header, footer, hidden]);
  const failure = useStore(saver, (state) => state.failure);
  const wish = useStore(saver, (state) => state.wish);
  const { hideFailure, save } = saver;
  const notices: EditorNotice[] = [];

  // The first edit is the answer: from then on, undo leads back.
  if (restored && restored.source === present) {
    notices.push({
      key: "restored",
      kind: "warning",
      text: `Unsaved changes restored, last edited ${restored.when}.`,
      actions: [
        {
          label: "Discard changes",
          onClick: () => {
            // They may be saved by now.
            if (store.getState().saved === opened.source) store.adopt(opened);
            else store.change(opened.source);
            setRestored(undefined);
          },
        },
        { label: "Keep changes", onClick: () => setRestored(undefined) },
      ],
    });
  }
  if (!isStored && failure) {
    notices.push({
      key: "not-stored",
      kind: "warning",
      text: "This browser has no room for unsaved changes. Stay on this page until they are saved.",
      actions: [],
    });
  }
  if (tags.length > 0) {
    notices.push({
      key: "tags",
      kind: "warning",
      text: createElement(TagsToRewriteList, {
        tags,
        onShow: store.show,
        onHide: (message) => setHidden(new Set([...hidden, message])),
        onSettle: (settled) => store.change(settleTag(store.getState().history.present, settled) ?? {}),
      }),
      actions: [],
    });
  }
  if (failure && wish) {
    const { position } = failure;
    const lead =
      wish === "publish"
        ? "Not published, because not everything is saved."
        : "isRestSaved" in failure
          ? "Saved, except for this data."
          : "Not saved.";
    notices.push({
      key: "failure",
      kind: "failure",
      text: `${lead} ${failure.message}`,
      actions: [
        position
          ? { label: "Show", onClick: () => showFailure(store, failure) }
          : { label: "Try again", onClick: () => void save(wish) },
        { label: "Close", onClick: hideFailure },
      ],
    });
  }
  return notices;
}
