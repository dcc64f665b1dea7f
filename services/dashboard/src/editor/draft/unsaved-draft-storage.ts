import { pageSettings } from "@platen/contracts";
import { z } from "zod";
import type { SavedDraft } from "./saved-draft.ts";
import { keptWorkPrefix } from "./forget-unsaved-drafts.ts";

const keptWork = z.object({
  keptAt: z.number(),
  revision: z.int(),
  source: z.object({
    html: z.string(),
    css: z.string(),
    settings: pageSettings,
    dataSets: z.array(z.object({ name: z.string(), json: z.string() })).min(1),
  }),
});

/** Unsaved work as the browser keeps it, with the revision that it is based on. */
export type KeptWork = SavedDraft & { keptAt: number };

export type WorkKeeper = {
  read: () => KeptWork | undefined;
  /** Tells whether the browser had room for it. */
  write: (work: KeptWork) => boolean;
  remove: () => void;
};

type Owner = { accountId: string; templateId: string };

/** Keeps one account's unsaved work on one template. */
export function createWorkKeeper(storage: Storage, { accountId, templateId }: Owner): WorkKeeper {
  const key = `${keptWorkPrefix}${accountId}/${templateId}`;
  return {
    read: () => {
      const text = storage.getItem(key);
      if (text === null) return undefined;
      try {
        return keptWork.parse(JSON.parse(text));
      } catch {
        // Kept by another release: nothing that this one understands.
        return undefined;
      }
    },
    write: (work) => {
      try {
        storage.setItem(key, JSON.stringify(work));
        return true;
      } catch {
        // Full, or forbidden by the browser's settings. What an earlier write kept would be taken for the latest.
        storage.removeItem(key);
        return false;
      }
    },
    remove: () => storage.removeItem(key),
  };
}
