import { deflateRawSync } from "node:zlib";
import { maxKeptRequestBytes } from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import type { SentRequest } from "./sent-request.ts";
import { redact } from "./redact.ts";

export type RequestToPack = {
  sent: SentRequest;
  redactedPaths: readonly string[];
  /** The date of the PDF, as ISO 8601; undefined if the document's record says so. */
  requestedAt: string | undefined;
};

/** Redacts a request and packs it as the catalog keeps it; null for one that is too large. */
export function packKeptRequest({ sent, redactedPaths, requestedAt }: RequestToPack): string | null {
  const { dataJson, ...others } = sent;
  const data =
    dataJson === undefined ? undefined : redact(parseExactJson(dataJson) as Record<string, unknown>, redactedPaths);
  const request = { data, ...others, requestedAt };
  const bytes = Buffer.from(JSON.stringify(request));
  return bytes.byteLength > maxKeptRequestBytes ? null : deflateRawSync(bytes).toString("base64");
}
