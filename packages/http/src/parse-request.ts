import { issueMessage, Problem, type Operation, type ProblemDetail } from "@platen/contracts";
import type { Request } from "express";
import type { z } from "zod";

type ParsedParts = Record<"params" | "query" | "headers" | "body" | "bytes", unknown>;

/** Keeps an answer readable: it reports no more errors than this. */
const maxDetails = 100;
const longestPath = 200;

function pathText(path: readonly PropertyKey[]): string {
  const whole = path.reduce<string>((text, part) => {
    if (typeof part === "number") return `${text}[${part}]`;
    return text === "" ? String(part) : `${text}.${String(part)}`;
  }, "");
  return whole.length <= longestPath ? whole : `${whole.slice(0, longestPath)} ...`;
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

/** The headers that an operation names, spelled as the operation spells them. */
function namedHeaders(headers: NonNullable<Operation["request"]["headers"]>, request: Request): object {
  const names = "shape" in headers ? Object.keys(headers.shape as object) : [];
  return Object.fromEntries(names.map((name) => [name, request.get(name)]));
}

/**
 * Parses a request's parts by the operation's schemas. A path parameter that cannot be an id gets the same answer as an
 * unknown id. One answer reports every error in query, headers and body.
 */
export function parseRequest(operation: Operation, request: Request, givenBody: unknown): ParsedParts {
  const { params, query, headers, body, bytes } = operation.request;
  const parsed: ParsedParts = {
    params: undefined,
    query: undefined,
    headers: undefined,
    body: undefined,
    bytes: bytes && givenBody,
  };
  if (params) {
    const result = params.safeParse({ ...request.params });
    if (!result.success) throw new Problem(operation.notFound ?? "route.not_found");
    parsed.params = result.data;
  }
  const details: ProblemDetail[] = [];
  const note = ({ issues }: z.ZodError) => {
    for (const issue of issues.slice(0, maxDetails)) details.push(...detailsOf(issue));
  };
  if (query) {
    const result = query.safeParse({ ...request.query }, wording);
    if (result.success) parsed.query = result.data;
    else note(result.error);
  }
  if (headers) {
    const result = headers.safeParse(namedHeaders(headers, request), wording);
    if (result.success) parsed.headers = result.data;
    else note(result.error);
  }
  if (body) {
    const result = body.safeParse(givenBody, wording);
    if (result.success) parsed.body = result.data;
    else note(result.error);
  }
  if (details.length > 0) {
    const reported = details.slice(0, maxDetails);
    throw new Problem("request.invalid", { message: messageFor(reported), details: reported });
  }
  return parsed;
}
