import { z } from "zod";
import { unsavedDraftPrefix } from "../api/forget-unsaved-drafts.ts";

const keptHeads = z.array(
  z.object({
    batchId: z.string(),
    templateId: z.string(),
    columns: z.array(z.object({ path: z.string(), header: z.string() })),
  }),
);

type KeptHeads = z.infer<typeof keptHeads>[number];

export type SheetHeads = {
  keep: (heads: KeptHeads) => void;
  /** The heads of the columns of a batch's file by the fields that they fill; none for a batch of another browser. */
  ofBatch: (batchId: string) => ReadonlyMap<string, string>;
  /** The fields that columns filled in the last batch of a template, by the heads of the columns. */
  ofTemplate: (templateId: string) => ReadonlyMap<string, string>;
};

/** A batch that was sent longer ago is mended elsewhere. */
const mostKept = 30;

/**
 * Remembers in the browser what the columns of one account's files were called, until the account signs out: the batch itself
 * has the names of fields alone.
 */
export function createSheetHeads(
  storage: Storage,
  { accountId, projectId }: { accountId: string; projectId: string },
): SheetHeads {
  const key = `${unsavedDraftPrefix}heads/${accountId}/${projectId}`;
  const read = (): KeptHeads[] => {
    try {
      return keptHeads.parse(JSON.parse(storage.getItem(key) ?? "[]"));
    } catch {
      // Another release of the dashboard stored it in a form that this one does not understand.
      return [];
    }
  };
  return {
    keep: (heads) => {
      try {
        storage.setItem(key, JSON.stringify([heads, ...read()].slice(0, mostKept)));
      } catch {
        // The storage is full or forbidden. Then columns have the names of their fields.
      }
    },
    ofBatch: (batchId) => {
      const { columns = [] } = read().find((heads) => heads.batchId === batchId) ?? {};
      return new Map(columns.map(({ path, header }) => [path, header]));
    },
    ofTemplate: (templateId) => {
      const { columns = [] } = read().find((heads) => heads.templateId === templateId) ?? {};
      return new Map(columns.map(({ path, header }) => [header, path]));
    },
  };
}
