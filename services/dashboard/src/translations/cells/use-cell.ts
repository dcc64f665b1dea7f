import { readMessage } from "@platen/formats";
import { useCallback, useSyncExternalStore } from "react";
import { problemMessage } from "../../api/problem-message.ts";
import type { CellDraft } from "../model/cell-drafts.ts";
import { useTable } from "../table-context.ts";

type CellOptions = {
  locale: string;
  textKey: string;
  /** The saved text; undefined for a missing translation. */
  saved: string | undefined;
  isDefault: boolean;
};

/** The text of one cell: what is written, and how it is saved, restored or refused. */
export function useCell({ locale, textKey, saved, isDefault }: CellOptions) {
  const { drafts, change, keepsMistakes } = useTable();
  const draft = useSyncExternalStore(
    drafts.subscribe,
    useCallback(() => drafts.get(locale, textKey), [drafts, locale, textKey]),
  );

  async function save(): Promise<void> {
    const now = drafts.get(locale, textKey);
    if (!now || now.isSaving) return;
    const { text } = now;
    if (text === (saved ?? "")) {
      drafts.remove(locale, textKey);
      return;
    }
    if (!keepsMistakes && readMessage(text).mistake) return;
    const saving: CellDraft = { text, isSaving: true, ...(now.words ? { words: now.words } : {}) };
    drafts.set(locale, textKey, saving);
    try {
      // A translation without words is removed. The text of the default language stays, and with it the key.
      await change({ [locale]: { [textKey]: text === "" && !isDefault ? null : text } });
      // Words that were written meanwhile are saved on their own.
      if (drafts.get(locale, textKey) === saving) drafts.remove(locale, textKey);
    } catch (problem) {
      if (drafts.get(locale, textKey) !== saving) return;
      drafts.set(locale, textKey, { ...saving, isSaving: false, problem: problemMessage(problem) });
    }
  }

  return {
    text: draft?.text ?? saved ?? "",
    draft,
    write: (text: string, words?: CellDraft["words"]): void =>
      drafts.set(locale, textKey, { text, isSaving: false, ...(words ? { words } : {}) }),
    restore: (): void => drafts.remove(locale, textKey),
    save,
  };
}
