/**
 * The statuses of which Platen tells a `callbackUrl`. They name the events: `batch.paused`. A further event is a status here,
 * in a statement that tells.
 */
export const toldStatuses = {
  document: ["completed", "failed", "cancelled"],
  batch: ["completed", "cancelled", "paused"],
} as const;

export const eventTypes = {
  document: toldStatuses.document.map((status) => `document.${status}` as const),
  batch: toldStatuses.batch.map((status) => `batch.${status}` as const),
};

/** Names events in a sentence. */
export function nameEvents(types: readonly string[]): string {
  return new Intl.ListFormat("en-GB", { type: "disjunction" }).format(types.map((type) => `\`${type}\``));
}
