import { errorEnvelope, type Operation, type RequestOf, type ResponseOutput } from "@platen/contracts";
import { z } from "zod";
import { ApiProblem, TransportError } from "./api-problem.ts";

export type TransportOptions = {
  baseUrl: string;
  /** Headers of every request; computed per call where they change. */
  headers?: (operation: Operation) => Record<string, string>;
  /** Longest wait for a whole answer. */
  timeoutMs: number;
  fetch?: typeof globalThis.fetch;
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

/** Turns an answer that is no success into the error the service meant. */
async function problemFrom(response: Response): Promise<ApiProblem | TransportError> {
  const body = await response.text();
  try {
    const { error } = errorEnvelope.parse(JSON.parse(body));
    const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
    return new ApiProblem(response.status, error, Number.isNaN(retryAfter) ? undefined : retryAfter);
  } catch (error) {
    return new TransportError(`status ${response.status} without an error envelope`, { cause: error });
  }
}

/**
 * Makes the function that calls operations over HTTP. It throws {@link ApiProblem} for an answer in the error
 * envelope and {@link TransportError} for everything else that goes wrong.
 */
export function createTransport(options: TransportOptions) {
  const fetch = options.fetch ?? globalThis.fetch;

  async function send(
    operation: Operation,
    request: { params?: unknown; query?: unknown; body?: unknown },
    call: CallOptions,
  ): Promise<Response> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? options.timeoutMs);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    const headers: Record<string, string> = { ...options.headers?.(operation), ...call.headers };
    if (request.body !== undefined) headers["content-type"] = "application/json";
    try {
      return await fetch(urlOf(options.baseUrl, operation, request), {
        method: operation.method.toUpperCase(),
        headers,
        signal,
        ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
      });
    } catch (error) {
      throw new TransportError(`${operation.operationId} got no answer`, { cause: error });
    }
  }

  return {
    /** Calls an operation and returns the envelope's `data`, parsed. */
    async call<T extends Operation>(
      operation: T,
      request: RequestOf<T>,
      call: CallOptions = {},
    ): Promise<ResponseOutput<T>> {
      const response = await send(operation, request, call);
      if (!response.ok) throw await problemFrom(response);
      // The schema is the operation's own; without one there is no data.
      if (!operation.response.body) return undefined as ResponseOutput<T>;
      try {
        const envelope = successEnvelope.parse(await response.json());
        return operation.response.body.parse(envelope.data) as ResponseOutput<T>;
      } catch (error) {
        throw new TransportError(`${operation.operationId} answered with something else than its contract says`, {
          cause: error,
        });
      }
    },

    /** Calls an operation that answers with bytes; gives them with the headers. */
    async bytes<T extends Operation>(
      operation: T,
      request: RequestOf<T>,
      call: CallOptions = {},
    ): Promise<{ bytes: Uint8Array; headers: Headers }> {
      const response = await send(operation, request, call);
      if (!response.ok) throw await problemFrom(response);
      try {
        return { bytes: await response.bytes(), headers: response.headers };
      } catch (error) {
        throw new TransportError(`${operation.operationId} broke off`, { cause: error });
      }
    },
  };
}

export type Transport = ReturnType<typeof createTransport>;
