import { parseObject } from "@platen/template-source";
import { unsavedDraftPrefix } from "../api/forget-unsaved-drafts.ts";

type Data = Record<string, unknown>;

/** Remembers the data that a person types for a template, until the tab is closed or the account signs out. */
export function createTypedData(
  storage: Storage,
  { accountId, projectId, templateId }: { accountId: string; projectId: string; templateId: string },
) {
  const key = `${unsavedDraftPrefix}typed/${accountId}/${projectId}/${templateId}`;
  return {
    read: (): Data | undefined => {
      const json = storage.getItem(key);
      return json === null ? undefined : parseObject(json);
    },
    keep: (data: Data): void => {
      try {
        storage.setItem(key, JSON.stringify(data));
      } catch {
        // The storage is full or forbidden. Then a reload loses the data, and the browser asks before.
      }
    },
    forget: (): void => storage.removeItem(key),
  };
}
