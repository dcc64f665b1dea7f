import { errorEnvelope, type Operation, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { z } from "zod";
import { ApiProblem, TransportError } from "./api-problem.ts";
import { createSendByFetch } from "./send-by-fetch.ts";
import type { Answer, Send } from "./send.ts";

export type TransportOptions = {
  baseUrl: string;
  /** Headers of every request; computed per call where they change. */
  headers?: (operation: Operation) => Record<string, string>;
  /** Longest wait for a whole answer. */
  timeoutMs: number;
  /** How requests are sent; default by fetch, which works everywhere. */
  send?: Send;
};

export type CallOptions = { signal?: AbortSignal; headers?: Record<string, string>; timeoutMs?: number };

const successEnvelope = z.object({ success: z.literal(true), data: z.unknown() });

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

const decoder = new TextDecoder();

/** Turns an answer that is no success into the error the service meant. */
function problemFrom({ status, header, bytes }: Answer): ApiProblem | TransportError {
  try {
    const { error } = errorEnvelope.parse(JSON.parse(decoder.decode(bytes)));
    const retryAfter = Number(header("retry-after") ?? Number.NaN);
    return new ApiProblem(status, error, Number.isNaN(retryAfter) ? undefined : retryAfter);
  } catch (error) {
    return new TransportError(`status ${status} without an error envelope`, { failure: "answer", cause: error });
  }
}

/**
 * Makes the function that calls operations over HTTP. It throws {@link ApiProblem} for an answer in the error
 * envelope and {@link TransportError} for everything else that goes wrong.
 */
export function createTransport(options: TransportOptions) {
  const send = options.send ?? createSendByFetch();

  async function answerTo(
    operation: Operation,
    request: { params?: unknown; query?: unknown; headers?: unknown; body?: unknown },
    call: CallOptions,
  ): Promise<Answer> {
    const headers: Record<string, string> = {
      ...options.headers?.(operation),
      ...headersOf(request),
      ...call.headers,
    };
    if (request.body !== undefined) headers["content-type"] = "application/json";
    let answer: Answer;
    try {
      answer = await send({
        url: urlOf(options.baseUrl, operation, request),
        method: operation.method.toUpperCase(),
        headers,
        body: request.body === undefined ? undefined : JSON.stringify(request.body),
        timeoutMs: call.timeoutMs ?? options.timeoutMs,
        signal: call.signal,
      });
    } catch (error) {
      throw new TransportError(`${operation.operationId} got no answer`, {
        failure: error instanceof TransportError ? error.failure : "connection",
        cause: error,
      });
    }
    if (answer.status < 200 || answer.status > 299) throw problemFrom(answer);
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
      // The schema is the operation's own; without one there is no data.
      if (!operation.response.body) return undefined as ResponseOutput<T>;
      try {
        const envelope = successEnvelope.parse(JSON.parse(decoder.decode(bytes)));
        return operation.response.body.parse(envelope.data) as ResponseOutput<T>;
      } catch (error) {
        throw new TransportError(`${operation.operationId} answered with something else than its contract says`, {
          failure: "answer",
          cause: error,
        });
      }
    },

    /** Calls an operation that answers with bytes; gives them and the answer's headers. */
    bytes<T extends Operation>(
      operation: T,
      request: RequestOf<T>,
      call: CallOptions = {},
    ): Promise<Pick<Answer, "bytes" | "header">> {
      return answerTo(operation, request, call);
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;
