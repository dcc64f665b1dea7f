import { isProblem, Problem } from "@platen/contracts";
import { maxRowsPerChunk, type RowChunk } from "@platen/contracts/internal";
import { callerHungUp } from "../bodies/caller-hung-up.ts";
import { createPieceReader } from "./arriving-pieces.ts";
import { chunkBytes, packRows } from "./pack-rows.ts";
import { parseRow, problemOfRow, type Row } from "./parse-row.ts";
import { createLineReader, LineTooLong } from "./read-lines.ts";
import type { RowTurns } from "./row-turns.ts";

/** Parsing a row of more bytes may take long, whatever its bytes are. */
const longRowBytes = 16 * 1024;
/** As much of a row is progress, before the row is there. */
const progressBytes = 16 * 1024;
/** Editors leave some. Beyond it, the lines are no text that a program has written. */
const maxBlankLines = 10_000;

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

/** What reading rows needs of the gateway. */
export type RowReading = {
  rowLimitBytes: number;
  turns: RowTurns;
  /** Parses a row of more than 16 KiB, in a process that can be ended. */
  parseLongRow: (line: Uint8Array, row: number) => Promise<Row>;
};

/**
 * Receives rows as NDJSON and keeps them while they arrive, in bounded memory. Rows that are there already are left out. A
 * row that is wrong, or a connection that breaks, ends it: the rows before are kept, and the problem's header `Row-Offset`
 * tells how many there are. The signal, which fires when the caller waits no longer, ends it at once.
 */
export async function receiveRows(
  body: AsyncIterable<Uint8Array>,
  { offset, sink, signal, reading }: { offset: number; sink: RowSink; signal: AbortSignal; reading: RowReading },
): Promise<number> {
  const { rowLimitBytes, turns, parseLongRow } = reading;
  let kept = await sink.count();
  if (offset > kept) {
    const message = `\`Row-Offset\` is ${offset}, but Platen has ${kept} rows of the batch. Continue with row ${kept + 1} and \`Row-Offset: ${kept}\`.`;
    throw withOffset(new Problem("batch.offset_mismatch", { message }), kept);
  }
  let row = offset;
  let rows: Row[] = [];
  let rowsBytes = 0;
  let blankLines = 0;
  let sending = Promise.resolve();

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

  const isChunkFull = () => rows.length === maxRowsPerChunk || rowsBytes >= chunkBytes;

  function take(parsed: Row): void {
    rows.push(parsed);
    row += 1;
    rowsBytes += parsed.data.byteLength;
  }

  function countBlank(): void {
    blankLines += 1;
    if (blankLines > maxBlankLines) throw tooManyBlankLines();
  }

  /** Takes rows until the turn is over, the chunk is full, a row is long or no line is left. */
  function takeSome(lines: Iterator<Uint8Array>, isOver: () => boolean): { longRow?: Uint8Array; isDone?: true } {
    if (signal.aborted) throw callerHungUp();
    while (!isOver() && !isChunkFull()) {
      const { done, value: line } = lines.next();
      if (done === true) return { isDone: true };
      if (isBlank(line)) countBlank();
      else if (row < kept) row += 1;
      else if (line.byteLength > longRowBytes) return { longRow: line };
      else take(parseRow(line, row));
    }
    return {};
  }

  async function takeAll(lines: Iterator<Uint8Array>): Promise<void> {
    for (let isDone = false; !isDone;) {
      const taken = await turns.run((isOver) => takeSome(lines, isOver));
      if (taken.longRow) take(await parseLongRow(taken.longRow, row));
      if (isChunkFull()) await flush();
      isDone = taken.isDone === true;
    }
  }

  async function receive(): Promise<void> {
    const pieces = createPieceReader(body, { signal });
    const lines = createLineReader(rowLimitBytes);
    let progress = { row, begun: 0 };
    try {
      for (let piece = await pieces.next(); piece; piece = await pieces.next()) {
        await takeAll(lines.endedIn(piece));
        if (row === progress.row && lines.begunBytes() - progress.begun < progressBytes) continue;
        progress = { row, begun: lines.begunBytes() };
        pieces.noteProgress();
      }
      await takeAll(lines.rest());
    } finally {
      pieces.close();
    }
  }

  let failure: unknown;
  try {
    await receive();
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

function tooManyBlankLines(): Problem {
  const message = `The request has more than ${maxBlankLines.toLocaleString("en")} blank lines. Send rows without blank lines between them.`;
  return new Problem("request.invalid", { message });
}

/** Editors end the last line with a line break, and Windows each with two characters. */
function isBlank(line: Uint8Array): boolean {
  return line.byteLength === 0 || (line.byteLength === 1 && line[0] === 0x0d);
}
