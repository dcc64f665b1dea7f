import { Problem } from "@platen/contracts";

/** The most rows and bytes of data of a batch. */
export type BatchLimits = { maxRows: number; maxBytes: number };

/** Refuses a batch that would have more than it may. `kept` is the number of its rows that are there and stay. */
export function refuseTooLarge(
  { rows, bytes }: { rows: number; bytes: number },
  { maxRows, maxBytes }: BatchLimits,
  kept?: number,
): void {
  if (rows <= maxRows && bytes <= maxBytes) return;
  const [shownRows, shownBytes] = [maxRows, maxBytes].map((limit) => limit.toLocaleString("en"));
  const limit = `A batch has at most ${shownRows} rows and ${shownBytes} bytes of data.`;
  if (kept === undefined) {
    const message = `${limit} The request has ${rows.toLocaleString("en")} rows with ${bytes.toLocaleString("en")} bytes. Split them into several batches.`;
    throw new Problem("batch.too_large", { message });
  }
  throw new Problem("batch.too_large", {
    message: `${limit} Platen has ${kept.toLocaleString("en")} rows. Put the others into another batch.`,
    headers: { "Row-Offset": String(kept) },
  });
}
