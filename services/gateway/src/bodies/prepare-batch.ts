import { splitRenderOptions, type operations, type ParsedRequest } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import type { SentJson } from "@platen/http/parse-json";
import { packAllRows } from "../batches/pack-rows.ts";
import { bodyHashOf } from "./body-hash.ts";

type BatchRequest = Pick<ParsedRequest<typeof operations.createBatch.key>, "headers" | "body">;

/** Prepares a request for a batch: the rows that it brings are packed as the catalog keeps them. */
export function prepareBatch({ headers, body: checked, json }: BatchRequest & { json: SentJson }) {
  const body = withExactRows(checked, json);
  const { rendering, others } = splitRenderOptions(body);
  const { rows, filename, ...about } = others;
  return {
    ...about,
    rendering: { ...rendering, filename },
    chunks: rows && packAllRows(rows),
    bodyHash: bodyHashOf(headers, body),
  };
}

/** The body with the data of its rows as they were sent, digit by digit. */
function withExactRows(body: BatchRequest["body"], { text, value }: SentJson): BatchRequest["body"] {
  const exact = parseExactJson(text, value);
  if (!body.rows || exact === value) return body;
  // The schema of the body has checked the same text.
  const { rows } = exact as { rows: NonNullable<BatchRequest["body"]["rows"]> };
  return { ...body, rows: body.rows.map((row, index) => ({ ...row, data: rows[index]?.data ?? row.data })) };
}
