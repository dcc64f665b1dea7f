import type { z } from "zod";
import type { ProblemCode } from "./problems.ts";
import type { Output, OutputForm } from "./outputs.ts";
import type { KeyScope } from "./scopes.ts";

/**
 * The callers of an operation: anyone (`none`), the holder of an API key, a member signed in to the dashboard, the
 * gateway or courier with a service token (the gateway with the key or session it acts for), or the bearer of one document's grant.
 */
export type Access = "none" | "apiKey" | "session" | "service" | "grant";

/**
 * For whom an internal operation is called:
 * - `anyone`: any caller. The service token alone opens it.
 * - `keyHashes`: each item of the body names its own API key, which the operation looks up in its one statement.
 * - `key`: an API key. The catalog looks it up first; it gives the project.
 * - `account`: a signed-in account.
 * - `member`: a signed-in account with a role in the project that the gateway names beside it.
 * - `keyOrMember`: either of the two.
 * - `link`: the holder of a signed link to a kept PDF, which opens this PDF alone.
 * - `grant`: the bearer of a document's grant, without a service token.
 * - `courier`: the courier, whose service tokens open nothing else.
 * - `reports`: each item of the body carries its own grant; there is no service token.
 * - `gateway`: the gateway itself, for no caller of its own. The service token alone opens it.
 * - `worker`: a worker, which has no token of its own. It opens nothing secret.
 */
export type CallerKind =
  | "anyone"
  | "keyHashes"
  | "key"
  | "account"
  | "member"
  | "keyOrMember"
  | "link"
  | "grant"
  | "reports"
  | "courier"
  | "gateway"
  | "worker";

/** What a member's role must allow for a dashboard operation. An owner may do everything, a viewer only `read`. */
export type Permission = "read" | "edit" | "own";

/**
 * Body of a successful answer: `json` fills the envelope's `data`; an output is a file, or JSON with the file in base64;
 * `bytes` is a file of the caller's own; `events` are Server-Sent Events, or nothing (204) once all of them were told.
 */
type ResponseContent = Output | "json" | "bytes" | "events" | "none";

/** The schema of parameters, queries and headers. */
type ObjectSchema = z.ZodType<Record<string, unknown>>;

export type OperationRequest = {
  params?: ObjectSchema;
  query?: ObjectSchema;
  /** Headers that the operation reads, by their spelling. It ignores all others. */
  headers?: ObjectSchema;
  body?: z.ZodType;
  /**
   * The body is a file, whatever its content type says. An operation has this or `body`. The handler of a streamed file
   * reads it while it arrives; such a body may be compressed where the operation says so. `mediaType` is what the
   * reference calls it.
   */
  bytes?: { maxBytes: number; isStreamed?: true; takesCompressed?: true; mediaType?: string };
};

/** An operation as one kind of caller calls it. `operation` gives those of the public API their doors. */
export type Operation = {
  method: "get" | "post" | "put" | "patch" | "delete";
  /** Path with parameters in braces, as OpenAPI writes them. */
  path: string;
  operationId: string;
  access: Access;
  permission?: Permission | undefined;
  /** The scopes of which an API key needs one. */
  keyScopes?: readonly KeyScope[] | undefined;
  /** The role in the whole installation that the signed-in account needs. */
  instanceRole?: "admin";
  /** Set on every internal operation, and on no other. */
  callerKind?: CallerKind;
  request: OperationRequest;
  /** Whether the body carries templates or data. It may then be large and compressed; any other body is short. */
  hasLargeBody?: true;
  /** Whether body or answer is a whole template with its data sets. A gateway serves an account one such request at a time. */
  carriesTemplate?: true;
  response: {
    status: 200 | 201 | 202 | 204;
    content: ResponseContent;
    /** The form of an output, where the path decides it and not `Accept`. */
    form?: OutputForm;
    body?: z.ZodType;
  };
  /**
   * Whether the answer may come late on purpose: if its query has `wait`, when that is more than 0. Then the request holds no
   * turn that others of its account wait for, and what it does has turns of its own.
   */
  waits?: true;
  /** The media type of an answer with bytes, if all answers have the same. */
  mediaType?: string;
  /** What answers with status 202 in place of a file that is not made yet. */
  pending?: z.ZodType;
  /** Problems in addition to those of every operation of its kind (see `problemsOf`). */
  problems?: readonly ProblemCode[];
  /** The problem for a path parameter that cannot be an id: the same as for an unknown id. */
  notFound?: ProblemCode | undefined;
  /** Set where the gateway has work of its own. It forwards all others to the catalog as they are. */
  servedBy?: "gateway";
};

type OutputOf<T> = T extends z.ZodType ? z.output<T> : undefined;
type InputOf<T> = T extends z.ZodType ? z.input<T> : undefined;
type Part<T extends Operation, K extends Exclude<keyof OperationRequest, "bytes">> =
  T["request"] extends Record<K, infer S> ? S : undefined;

/** The file of a request: bytes for an operation that takes them. */
type FileOf<T extends Operation> = T["request"] extends { bytes: object } ? Uint8Array : undefined;

/** The parsed parts of a request, as a handler gets them. */
export type ParsedRequest<T extends Operation> = {
  params: OutputOf<Part<T, "params">>;
  query: OutputOf<Part<T, "query">>;
  headers: OutputOf<Part<T, "headers">>;
  body: OutputOf<Part<T, "body">>;
  bytes: T["request"] extends { bytes: { isStreamed: true } } ? AsyncIterable<Uint8Array> : FileOf<T>;
};

type RequestPart<K extends string, V> = undefined extends V
  ? V extends undefined
    ? { [P in K]?: undefined }
    : { [P in K]?: V }
  : Record<never, unknown> extends V
    ? { [P in K]?: V }
    : { [P in K]: V };

/** The parts of a request as a caller passes them, before defaults are filled in. */
export type RequestOf<T extends Operation> = RequestPart<"params", InputOf<Part<T, "params">>> &
  RequestPart<"query", InputOf<Part<T, "query">>> &
  RequestPart<"headers", InputOf<Part<T, "headers">>> &
  RequestPart<"body", InputOf<Part<T, "body">>> &
  RequestPart<"bytes", FileOf<T>>;

/** The result of a handler, before parsing. */
export type ResponseInput<T extends Operation> = InputOf<T["response"]["body"]>;

/** The envelope's `data`, as a caller gets it. */
export type ResponseOutput<T extends Operation> = OutputOf<T["response"]["body"]>;

/** Every problem an operation may answer with: its own, and those of its access and its request's shape. */
export function problemsOf(definition: Operation): ProblemCode[] {
  const codes: ProblemCode[] = ["internal", "dependency.unavailable", "rate.limited"];
  const { request, access } = definition;
  if (request.query || request.headers || request.body) codes.push("request.invalid");
  if (request.body) codes.push("request.malformed_json", "request.too_large", "request.media_unsupported");
  if (request.query || request.headers || request.body) codes.push("request.too_complex");
  if (request.bytes) codes.push("request.invalid", "request.too_large", "request.media_unsupported");
  if (access === "apiKey") codes.push("auth.key_missing", "auth.key_invalid", "auth.scope_missing");
  if (access === "session") codes.push("auth.session_invalid");
  if (definition.permission !== undefined || definition.instanceRole !== undefined) codes.push("auth.scope_missing");
  if (definition.path.startsWith("/api/dashboard/")) codes.push("auth.cross_site");
  if (definition.notFound) codes.push(definition.notFound);
  return [...new Set([...codes, ...(definition.problems ?? [])])];
}
