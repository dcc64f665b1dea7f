import { ApiProblem, TransportError } from "./api-problem.ts";

/** A row of a batch: one document. */
export type BatchRow = {
  data: Record<string, unknown>;
  /** Your own name for the document. */
  reference?: string;
  /** The name of its PDF, also in the ZIP. */
  filename?: string;
  metadata?: Record<string, string>;
};

/** The rows of one request: so many bytes, or one row. */
const pieceBytes = 2_000_000;
/** The waits before a request is sent again that got no answer, or was told to come later. */
const retryWaitsMs = [500, 1_000, 2_000, 5_000, 10_000];

/** Waits. */
export const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** How long to wait before a failed request may be sent again; undefined if it would fail again. */
function waitAfter(error: unknown, tries: number): number | undefined {
  const wait = retryWaitsMs[tries];
  if (wait === undefined) return undefined;
  if (error instanceof TransportError)
    return error.failure === "connection" || error.failure === "timeout" ? wait : undefined;
  if (!(error instanceof ApiProblem) || (error.status !== 429 && error.status !== 503)) return undefined;
  return Math.max(wait, (error.retryAfterSeconds ?? 0) * 1_000);
}

/** Sends a request that changes nothing the second time, again and again while that may help. */
export async function persistently<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 0; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      const wait = waitAfter(error, tries);
      if (wait === undefined) throw error;
      await after(wait);
    }
  }
}

/** Rows as NDJSON, and how many rows come before them. */
export type RowPiece = { bytes: Uint8Array; offset: number };

/** Joins rows to pieces of NDJSON, leaving out the first ones. */
async function* piecesOf(
  rows: Iterable<BatchRow> | AsyncIterable<BatchRow>,
  skipped: number,
): AsyncGenerator<RowPiece> {
  const encoder = new TextEncoder();
  let lines: Uint8Array[] = [];
  let bytes = 0;
  let row = 0;
  let offset = skipped;

  function piece(): RowPiece {
    const joined = new Uint8Array(bytes);
    let at = 0;
    for (const line of lines) {
      joined.set(line, at);
      at += line.byteLength;
    }
    const made = { bytes: joined, offset };
    [lines, bytes, offset] = [[], 0, row];
    return made;
  }

  for await (const each of rows) {
    row += 1;
    if (row <= skipped) continue;
    const line = encoder.encode(`${JSON.stringify(each)}\n`);
    lines.push(line);
    bytes += line.byteLength;
    if (bytes >= pieceBytes) yield piece();
  }
  if (lines.length > 0) yield piece();
}

/**
 * Sends the rows of a batch by `send`, which tells how many rows Platen has then. Leaves out the first `rowCount` rows, and
 * sends a piece again that got no answer.
 */
export async function sendRows(
  rows: Iterable<BatchRow> | AsyncIterable<BatchRow>,
  rowCount: number,
  send: (piece: RowPiece) => Promise<number>,
): Promise<number> {
  let count = rowCount;
  for await (const piece of piecesOf(rows, rowCount)) count = await persistently(() => send(piece));
  return count;
}
