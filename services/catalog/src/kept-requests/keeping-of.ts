import type { Keeping } from "@platen/contracts/internal";

/** What a statement that creates documents reads of `request_keeping AS q`; nulls of a project that keeps no requests. */
export type KeepingColumns = { keepingRevision: number | null; redactedPaths: string[] | null };

export const keepingColumns = `q.revision AS "keepingRevision", q.redacted_paths AS "redactedPaths"`;

/** How the gateway is to hand over the request of a document; nothing for a project that keeps none. */
export function keepingOf({ keepingRevision, redactedPaths }: KeepingColumns): { keeping?: Keeping } {
  return keepingRevision === null || redactedPaths === null
    ? {}
    : { keeping: { revision: keepingRevision, redactedPaths } };
}
