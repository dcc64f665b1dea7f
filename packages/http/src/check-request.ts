import { issueMessage, Problem, type Operation, type ProblemDetail } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import type { z } from "zod";
import { parseJson } from "./parse-json.ts";

/** The parts of a request as they came: plain values, which another process can check. */
export type RequestParts = {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** The headers that the operation names, by the operation's own spelling. */
  headers: Record<string, string | undefined>;
  /** The bytes of a JSON body; undefined without one. */
  json: Uint8Array | undefined;
};

/** The parts of a request, parsed by the operation's schemas. */
export type CheckedRequest = Record<"params" | "query" | "headers" | "body", unknown>;

/** Checks the parts of a request, and prepares large bodies for their handlers. The holder pays for the work. */
export type Check = (
  operation: Operation,
  parts: RequestParts,
  about: { holder: Holder; signal: AbortSignal },
) => CheckedRequest | Promise<CheckedRequest>;

/** Keeps an answer readable: it reports no more errors than this. */
const maxDetails = 100;
const longestPath = 200;

/** Names may be as long as the body: what is beyond the limit is never joined. */
function pathText(path: readonly PropertyKey[]): string {
  let text = "";
  for (const part of path) {
    if (text.length > longestPath) break;
    const name = String(part).slice(0, longestPath + 1);
    if (typeof part === "number") text += `[${name}]`;
    else text += text === "" ? name : `.${name}`;
  }
  return text.length <= longestPath ? text : `${text.slice(0, longestPath)} ...`;
}

/** The line and column of an issue in a text, if the check gave them. */
function positionOf(issue: z.core.$ZodIssue): Pick<ProblemDetail, "line" | "column"> {
  if (issue.code !== "custom") return {};
  const { line, column } = issue.params ?? {};
  return typeof line === "number" && typeof column === "number" ? { line, column } : {};
}

function detailsOf(issue: z.core.$ZodIssue): ProblemDetail[] {
  if (issue.code === "unrecognized_keys") {
    return issue.keys
      .slice(0, maxDetails)
      .map((key) => ({ path: pathText([...issue.path, key]), message: "is unknown: remove it or check its spelling" }));
  }
  // A schema's own message is about a wrong value, not about a missing one.
  const message = issue.input === undefined ? "is required" : issue.message;
  return [{ path: pathText(issue.path), ...positionOf(issue), message }];
}

function messageFor(details: readonly ProblemDetail[]): string {
  const [first, ...others] = details;
  const text = first
    ? `${first.path === "" ? "The body" : `\`${first.path}\``} ${first.message}`
    : "The request is invalid";
  return others.length === 0 ? `${text}.` : `${text}; ${others.length} more in \`details\`.`;
}

const wording = { error: issueMessage, reportInput: true };

/** Parses a value by a schema, or lists its mistakes as they are reported. */
export function parseValue<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
): { value: z.output<Schema> } | { details: ProblemDetail[] } {
  const result = schema.safeParse(value, wording);
  if (result.success) return { value: result.data };
  return { details: result.error.issues.slice(0, maxDetails).flatMap(detailsOf) };
}

/** The names of the headers that an operation reads, spelled as the operation spells them. */
export function headerNames({ request: { headers } }: Operation): string[] {
  return headers && "shape" in headers ? Object.keys(headers.shape as object) : [];
}

/**
 * Parses a request's parts by the operation's schemas. A path parameter that cannot be an id gets the same answer as an
 * unknown id. One answer reports every error in query, headers and body. The work depends on the request alone, so it can
 * be done wherever it can be ended. `json` is the body, if it is parsed already.
 */
export function checkRequest(
  operation: Operation,
  given: RequestParts,
  json = given.json && parseJson(given.json),
): CheckedRequest {
  const { params, query, headers, body } = operation.request;
  const checked: CheckedRequest = { params: undefined, query: undefined, headers: undefined, body: undefined };
  if (params) {
    const result = params.safeParse(given.params);
    if (!result.success) throw new Problem(operation.notFound ?? "route.not_found");
    checked.params = result.data;
  }
  const details: ProblemDetail[] = [];
  const check = (schema: z.ZodType | undefined, value: unknown): unknown => {
    if (!schema) return undefined;
    const result = parseValue(schema, value);
    if ("value" in result) return result.value;
    details.push(...result.details);
    return undefined;
  };
  checked.query = check(query, given.query);
  checked.headers = check(headers, given.headers);
  checked.body = check(body, json?.value);
  if (details.length > 0) {
    const reported = details.slice(0, maxDetails);
    throw new Problem("request.invalid", { message: messageFor(reported), details: reported });
  }
  return checked;
}
