import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { maxRowsPerChunk, type batchRow, type RowChunk } from "@platen/contracts/internal";
import type { z } from "zod";
import { toRow, type Row } from "./parse-row.ts";

const deflate = promisify(deflateRaw);

/** A chunk has so many bytes of data, or one row. */
export const chunkBytes = 1024 * 1024;

/** Packs rows into a chunk as the catalog keeps it. */
export async function packRows(rows: readonly Row[], firstRow: number): Promise<RowChunk> {
  // The fastest level: data are mostly repeated names, which it makes small as well.
  const data = await deflate(Buffer.concat(rows.map((row) => row.data)), { level: 1 });
  return {
    firstRow,
    sizes: rows.map((row) => row.data.byteLength),
    notes: rows.map(({ notes }) => notes),
    data: data.toString("base64"),
  };
}

/** Packs the rows of a request that brings all of them. Between two chunks, other requests have their turn. */
export async function packAllRows(given: readonly z.output<typeof batchRow>[]): Promise<RowChunk[]> {
  const chunks: RowChunk[] = [];
  let rows: Row[] = [];
  let bytes = 0;
  for (const [index, each] of given.entries()) {
    const row = toRow(each);
    rows.push(row);
    bytes += row.data.byteLength;
    if (rows.length < maxRowsPerChunk && bytes < chunkBytes && index < given.length - 1) continue;
    chunks.push(await packRows(rows, index + 1 - rows.length));
    [rows, bytes] = [[], 0];
  }
  return chunks;
}
