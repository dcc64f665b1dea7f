import { setTimeout as delay } from "node:timers/promises";
import { isProblem, Problem } from "@platen/contracts";
import { maxRowsPerChunk, type RowChunk } from "@platen/contracts/internal";
import { chunkBytes, packRows } from "./pack-rows.ts";
import { parseRow, problemOfRow, type Row } from "./parse-row.ts";
import { LineTooLong, readLines } from "./read-lines.ts";

/** The bytes that one turn of the event loop parses, beyond a single row. */
const turnBytes = 128 * 1024;

export type RowSink = {
  /** How many rows there are. */
  count(): Promise<number>;
  /** Keeps a chunk if it follows the rows that are there, and tells how many there are then. */
  append(chunk: RowChunk): Promise<number>;
};

function withOffset(problem: Problem, rowCount: number): Problem {
  const { code, message, details, retryAfterSeconds, cause } = problem;
  return new Problem(code, {
    message,
    cause,
    headers: { ...problem.headers, "Row-Offset": String(rowCount) },
    ...(details && { details }),
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
  });
}

/**
 * Receives rows as NDJSON and keeps them while they arrive, in bounded memory. Rows that are there already are left out. A
 * row that is wrong, or a connection that breaks, ends it: the rows before are kept, and the problem's header `Row-Offset`
 * tells how many there are.
 */
export async function receiveRows(
  body: AsyncIterable<Uint8Array>,
  { offset, sink, rowLimitBytes }: { offset: number; sink: RowSink; rowLimitBytes: number },
): Promise<number> {
  let kept = await sink.count();
  if (offset > kept) {
    const message = `\`Row-Offset\` is ${offset}, but Platen has ${kept} rows of the batch. Continue with row ${kept + 1} and \`Row-Offset: ${kept}\`.`;
    throw withOffset(new Problem("batch.offset_mismatch", { message }), kept);
  }
  let row = offset;
  let rows: Row[] = [];
  let rowsBytes = 0;
  let sending = Promise.resolve();
  let bytesInTurn = 0;
  let turnStartedAt = performance.now();

  async function send(chunk: readonly Row[], firstRow: number): Promise<void> {
    kept = await sink.append(await packRows(chunk, firstRow));
    const last = firstRow + chunk.length;
    if (kept >= last) return;
    // Another request has sent some of these rows.
    if (kept > firstRow) return send(chunk.slice(kept - firstRow), kept);
    throw new Problem("batch.offset_mismatch");
  }

  /** Sends what has come, once the chunk before is kept: so two chunks are held at most. */
  async function flush(): Promise<void> {
    await sending;
    if (rows.length === 0) return;
    sending = send(rows, row - rows.length);
    // It is thrown when it is waited for.
    sending.catch(() => undefined);
    rows = [];
    rowsBytes = 0;
  }

  /** Leaves half of the time to other requests. */
  async function nextTurn(bytes: number): Promise<void> {
    bytesInTurn += bytes;
    if (bytesInTurn < turnBytes) return;
    await delay(performance.now() - turnStartedAt);
    bytesInTurn = 0;
    turnStartedAt = performance.now();
  }

  async function take(line: Uint8Array): Promise<void> {
    if (row < kept) {
      row += 1;
      return;
    }
    const parsed = parseRow(line, row);
    rows.push(parsed);
    row += 1;
    rowsBytes += parsed.data.byteLength;
    if (rows.length === maxRowsPerChunk || rowsBytes >= chunkBytes) await flush();
  }

  let failure: unknown;
  try {
    for await (const line of readLines(body, rowLimitBytes)) {
      if (isBlank(line)) continue;
      await take(line);
      await nextTurn(line.byteLength);
    }
  } catch (error) {
    const message = `must have at most ${rowLimitBytes.toLocaleString("en")} bytes`;
    failure = error instanceof LineTooLong ? problemOfRow(row, "request.too_large", [{ path: "", message }]) : error;
  }
  try {
    await flush();
    await sending;
  } catch (error) {
    // It is about rows before those of any other failure.
    failure = error;
  }
  if (isProblem(failure)) throw withOffset(failure, kept);
  if (failure !== undefined) throw failure;
  return kept;
}

/** Editors end the last line with a line break, and Windows each with two characters. */
function isBlank(line: Uint8Array): boolean {
  return line.byteLength === 0 || (line.byteLength === 1 && line[0] === 0x0d);
}
