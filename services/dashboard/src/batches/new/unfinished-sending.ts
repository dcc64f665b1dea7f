import { z } from "zod";
import { unsavedDraftPrefix } from "../../api/forget-unsaved-drafts.ts";
import { omissions } from "./cell.ts";

const unfinishedSending = z.object({
  batchId: z.string(),
  file: z.object({ name: z.string(), size: z.number(), lastModified: z.number(), headHash: z.string() }),
  sheet: z.string().optional(),
  /** How many rows the file has. */
  rows: z.int(),
  targets: z.array(z.object({ path: z.string(), kind: z.enum(["text", "number", "comma", "date", "boolean"]) })),
  /** The values of fields without a column, as JSON. */
  fixed: z.array(z.object({ path: z.string(), json: z.string() })).default([]),
  groupBy: z.int().optional(),
  reference: z.int().optional(),
  fileNames: z.array(z.union([z.string(), z.int()])),
  included: z.array(z.enum(omissions)),
  startedAt: z.number(),
});

/**
 * The sending of a file that has not come to its end: the batch, what tells the file from others, and how its columns become
 * rows. It has nothing of the file's rows.
 */
export type UnfinishedSending = z.infer<typeof unfinishedSending>;

export type SendingMemory = {
  keep: (sending: UnfinishedSending) => void;
  find: (batchId: string) => UnfinishedSending | undefined;
  /** The one that began last. */
  latest: () => UnfinishedSending | undefined;
  forget: (batchId: string) => void;
};

/** Platen cancels a batch that gets no row for a day. */
const longestKeptMs = 2 * 86_400_000;

function read(storage: Storage, key: string): UnfinishedSending | undefined {
  const text = storage.getItem(key);
  if (text === null) return undefined;
  try {
    const sending = unfinishedSending.parse(JSON.parse(text));
    if (Date.now() - sending.startedAt < longestKeptMs) return sending;
  } catch {
    // Another release of the dashboard stored it in a form that this one does not understand.
  }
  storage.removeItem(key);
  return undefined;
}

/** Remembers one account's unfinished sendings of one project in the browser, until the account signs out. */
export function createSendingMemory(
  storage: Storage,
  { accountId, projectId }: { accountId: string; projectId: string },
): SendingMemory {
  const prefix = `${unsavedDraftPrefix}sending/${accountId}/${projectId}/`;
  return {
    keep: (sending) => {
      try {
        storage.setItem(`${prefix}${sending.batchId}`, JSON.stringify(sending));
      } catch {
        // The storage is full or forbidden. Then the sending cannot go on after a reload.
      }
    },
    find: (batchId) => read(storage, `${prefix}${batchId}`),
    latest: () =>
      Array.from({ length: storage.length }, (_, index) => storage.key(index))
        .flatMap((key) => (key?.startsWith(prefix) ? (read(storage, key) ?? []) : []))
        .toSorted((one, other) => other.startedAt - one.startedAt)[0],
    forget: (batchId) => storage.removeItem(`${prefix}${batchId}`),
  };
}
