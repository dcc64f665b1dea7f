import type { operations, ParsedRequest } from "@platen/contracts";
import { packAllRows } from "../batches/pack-rows.ts";
import { bodyHashOf } from "./body-hash.ts";

type BatchRequest = Pick<ParsedRequest<typeof operations.createBatch>, "headers" | "body">;

/** Prepares a request for a batch: the rows that it brings are packed as the catalog keeps them. */
export function prepareBatch({ headers, body }: BatchRequest) {
  const { rows, ...about } = body;
  return { ...about, chunks: rows && packAllRows(rows), bodyHash: bodyHashOf(headers, body) };
}
