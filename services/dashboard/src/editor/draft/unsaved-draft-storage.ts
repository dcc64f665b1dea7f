import { pageSettings } from "@platen/contracts";
import { z } from "zod";
import type { SavedDraft } from "./saved-draft.ts";
import { unsavedDraftPrefix } from "../../api/forget-unsaved-drafts.ts";

const unsavedDraft = z.object({
  keptAt: z.number(),
  revision: z.int(),
  source: z.object({
    html: z.string(),
    css: z.string(),
    settings: pageSettings,
    dataSets: z.array(z.object({ name: z.string(), json: z.string() })).min(1),
    translations: z.record(z.string(), z.record(z.string(), z.string())).optional(),
  }),
});

/** Edits that are not saved yet, with the revision that they are based on and the time when the browser stored them. */
export type UnsavedDraft = SavedDraft & { keptAt: number };

export type UnsavedDraftStorage = {
  read: () => UnsavedDraft | undefined;
  /** Returns false if the browser has no room for the draft. */
  write: (draft: UnsavedDraft) => boolean;
  remove: () => void;
};

type Owner = { accountId: string; templateId: string };

/** Stores one account's unsaved draft of one template in the browser. */
export function createUnsavedDraftStorage(
  browserStorage: Storage,
  { accountId, templateId }: Owner,
): UnsavedDraftStorage {
  const key = `${unsavedDraftPrefix}${accountId}/${templateId}`;
  return {
    read: () => {
      const text = browserStorage.getItem(key);
      if (text === null) return undefined;
      try {
        return unsavedDraft.parse(JSON.parse(text));
      } catch {
        // Another release of the dashboard stored it in a form that this one does not understand.
        return undefined;
      }
    },
    write: (draft) => {
      try {
        browserStorage.setItem(key, JSON.stringify(draft));
        return true;
      } catch {
        // The storage is full or forbidden. An older draft must not be taken for the latest one.
        browserStorage.removeItem(key);
        return false;
      }
    },
    remove: () => browserStorage.removeItem(key),
  };
}
