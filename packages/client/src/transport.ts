import {
  CheckedJson,
  errorEnvelope,
  tolerantSchema,
  type Operation,
  type RequestOf,
  type ResponseOutput,
} from "@platen/contracts";
import { parseExactJson } from "@platen/contracts/exact-json";
import { z } from "zod";
import { ApiProblem, TransportError } from "./api-problem.ts";
import { createSendByFetch } from "./send-by-fetch.ts";
import { noAnswer, type Answer, type Send, type SendRequest } from "./send.ts";

export type TransportOptions = {
  baseUrl: string;
  /** Gives the headers of a request, once per call. */
  headers?: (operation: Operation) => Record<string, string>;
  /** Time limit for a whole answer. */
  timeoutMs: number;
  /** Sends the requests; default `fetch`, which works everywhere. */
  send?: Send;
};

/** Options of one call, which go over those of the client. */
export type CallOptions = {
  /** Aborts the request. The service then stops working on the document. */
  signal?: AbortSignal;
  /** Further headers, such as `Idempotency-Key` or `Platen-Deadline-Ms`. */
  headers?: Record<string, string>;
  /** Time limit for the whole answer. */
  timeoutMs?: number;
};

const successEnvelope = z.object({ success: z.literal(true), data: z.unknown() });
/** Tolerant for services too: a code that they do not know still is a problem that the other side reports. */
const problemEnvelope = tolerantSchema(errorEnvelope);

function urlOf(baseUrl: string, operation: Operation, request: { params?: unknown; query?: unknown }): string {
  const params = new Map<string, unknown>(Object.entries(request.params ?? {}));
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_match, name: string) =>
    encodeURIComponent(String(params.get(name))),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(request.query ?? {})) {
    if (value !== undefined) query.set(name, String(value));
  }
  return `${baseUrl}${path}${query.size > 0 ? `?${query.toString()}` : ""}`;
}

function headersOf(request: { headers?: unknown }): Record<string, string> {
  const given = Object.entries(request.headers ?? {}).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
}

type RequestParts = { params?: unknown; query?: unknown; headers?: unknown; body?: unknown; bytes?: unknown };

function textOf(body: unknown): string {
  return body instanceof CheckedJson ? body.text : JSON.stringify(body);
}

/** Makes the HTTP request of a call of an operation. */
export function requestOf(
  options: Pick<TransportOptions, "baseUrl" | "headers" | "timeoutMs">,
  operation: Operation,
  request: RequestParts,
  call: CallOptions,
): SendRequest {
  const headers: Record<string, string> = {
    ...options.headers?.(operation),
    ...headersOf(request),
    ...call.headers,
  };
  const file = request.bytes instanceof Uint8Array ? request.bytes : undefined;
  if (request.body !== undefined) headers["content-type"] = "application/json";
  else if (file) headers["content-type"] = operation.request.bytes?.mediaType ?? "application/octet-stream";
  return {
    url: urlOf(options.baseUrl, operation, request),
    method: operation.method.toUpperCase(),
    headers,
    body: request.body === undefined ? file : textOf(request.body),
    timeoutMs: call.timeoutMs ?? options.timeoutMs,
    signal: call.signal,
  };
}

/** Turns the failure of a request without an answer into an error that names the operation. */
export function withoutAnswer({ operationId }: Operation, cause: unknown): TransportError {
  const { failure, message } = cause instanceof TransportError ? cause : noAnswer("connection", cause);
  return new TransportError(`${operationId}: ${message}`, { failure, cause });
}

const decoder = new TextDecoder();

/** Turns an answer that reports a failure into an error. */
export function errorFrom({ operationId }: Operation, { status, header, bytes }: Answer): ApiProblem | TransportError {
  try {
    const { error } = problemEnvelope.parse(JSON.parse(decoder.decode(bytes)));
    const retryAfter = Number(header("retry-after") ?? Number.NaN);
    return new ApiProblem(status, error, Number.isNaN(retryAfter) ? undefined : retryAfter);
  } catch (cause) {
    const message = `${operationId}: the answer has status ${status} and no error envelope. Check for a proxy in between.`;
    return new TransportError(message, { failure: "answer", cause });
  }
}

/** The problem of a file that is not made yet. */
export function notReady({ status, header }: Pick<Answer, "status" | "header">): ApiProblem {
  const message = "The document is not finished yet. Wait for it, then download it again.";
  const requestId = header("x-request-id") ?? "";
  return new ApiProblem(status, { code: "document.not_ready", message, requestId }, Number(header("retry-after") ?? 1));
}

/**
 * Creates the caller of operations over HTTP. It throws {@link ApiProblem} for an answer in the error envelope and
 * {@link TransportError} for every other failure.
 */
export function createTransport(options: TransportOptions) {
  const send = options.send ?? createSendByFetch();

  async function answerTo(operation: Operation, request: RequestParts, call: CallOptions): Promise<Answer> {
    let answer: Answer;
    try {
      answer = await send(requestOf(options, operation, request, call));
    } catch (cause) {
      throw withoutAnswer(operation, cause);
    }
    if (answer.status < 200 || answer.status > 299) throw errorFrom(operation, answer);
    return answer;
  }

  return {
    /** Calls an operation and returns the envelope's `data`, parsed. */
    async call<T extends Operation>(
      operation: T,
      request: RequestOf<T>,
      call: CallOptions = {},
    ): Promise<ResponseOutput<T>> {
      const { bytes } = await answerTo(operation, request, call);
      // The schema is the operation's own. An operation without one answers without data.
      if (!operation.response.body) return undefined as ResponseOutput<T>;
      try {
        const envelope = successEnvelope.parse(parseExactJson(decoder.decode(bytes)));
        return operation.response.body.parse(envelope.data) as ResponseOutput<T>;
      } catch (cause) {
        const message = `${operation.operationId}: the answer does not match the contract. Check that the base URL is a Platen gateway.`;
        throw new TransportError(message, { failure: "answer", cause });
      }
    },

    /**
     * Calls an operation that answers with bytes. Returns them and the answer's headers. Throws the problem
     * `document.not_ready` where the file is not made yet.
     */
    async bytes<T extends Operation>(
      operation: T,
      request: RequestOf<T>,
      call: CallOptions = {},
    ): Promise<Pick<Answer, "bytes" | "header">> {
      const answer = await answerTo(operation, request, call);
      if (operation.pending && answer.status === 202) throw notReady(answer);
      return answer;
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;
