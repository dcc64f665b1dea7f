import { isOutput, problems, type Operation, type Problem } from "@platen/contracts";
import type { Refusal } from "@platen/contracts/internal";
import { failureProblems } from "./failure-problems.ts";

const maxMessage = 300;
const maxPath = 200;

/** A refused document has a record with its failure. */
const recordedWithDocument = new Set<string>(Object.values(failureProblems));

/** Makes a text fit for the database: it may contain names that the caller invented. */
function storable(text: string, maxLength: number): string {
  return text.slice(0, maxLength).replaceAll("\0", "\u{fffd}").toWellFormed();
}

/**
 * The record of the answer to a request with a key; undefined for an answer that has no record. Other operations' messages
 * may quote a template, and the messages about JSON may quote data, so the general meaning of the code takes their place. The
 * names in `data` are left out too.
 */
export function refusalOf(
  { operationId, path: route, response }: Operation,
  { code, status, message, details = [] }: Problem,
): Pick<Refusal, "code" | "message" | "path"> | undefined {
  if (status < 400 || status >= 500 || status === 401 || !route.startsWith("/api/v1/")) return undefined;
  const isDocument = isOutput(response.content) || operationId === "createDocument";
  if (isDocument && recordedWithDocument.has(code)) return undefined;
  const [detail] = details;
  const isInData = detail !== undefined && /^data(?:$|[.[])/.test(detail.path);
  const mayQuote = !isDocument || code === "request.malformed_json";
  return {
    code,
    message: mayQuote ? problems[code].meaning : storable(detail?.message ?? message, maxMessage),
    ...(detail !== undefined && detail.path !== "" && { path: isInData ? "data" : storable(detail.path, maxPath) }),
  };
}
