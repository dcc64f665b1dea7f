import { promisify } from "node:util";
import { deflateRaw, deflateRawSync } from "node:zlib";
import { maxRowsPerChunk, type batchRow, type RowChunk } from "@platen/contracts/internal";
import type { z } from "zod";
import { toRow, type Row } from "./parse-row.ts";

const deflate = promisify(deflateRaw);

/** A chunk has so many bytes of data, or one row. */
export const chunkBytes = 1024 * 1024;

/** Packs rows into a chunk as the catalog keeps it. */
export async function packRows(rows: readonly Row[], firstRow: number): Promise<RowChunk> {
  return chunkOf(rows, firstRow, await deflate(dataOf(rows), fastest));
}

// Data are mostly repeated names, which the fastest level makes small as well.
const fastest = { level: 1 };

function dataOf(rows: readonly Row[]): Buffer {
  return Buffer.concat(rows.map((row) => row.data));
}

function chunkOf(rows: readonly Row[], firstRow: number, deflated: Buffer): RowChunk {
  return {
    firstRow,
    sizes: rows.map((row) => row.data.byteLength),
    notes: rows.map(({ notes }) => notes),
    data: deflated.toString("base64"),
  };
}

/** Packs the rows of a request that brings all of them. */
export function packAllRows(given: readonly z.output<typeof batchRow>[]): RowChunk[] {
  const chunks: RowChunk[] = [];
  let rows: Row[] = [];
  let bytes = 0;
  for (const [index, each] of given.entries()) {
    const row = toRow(each);
    rows.push(row);
    bytes += row.data.byteLength;
    if (rows.length < maxRowsPerChunk && bytes < chunkBytes && index < given.length - 1) continue;
    chunks.push(chunkOf(rows, index + 1 - rows.length, deflateRawSync(dataOf(rows), fastest)));
    [rows, bytes] = [[], 0];
  }
  return chunks;
}
