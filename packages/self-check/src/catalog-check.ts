import { ApiProblem, createTransport, TransportError } from "@platen/client";
import { createSendByNode } from "@platen/client/node";
import { Misconfigured } from "@platen/config";
import type { Operation, RequestOf, ResponseOutput } from "@platen/contracts";

const timeoutMs = 2_000;

/** Whatever an error was caused by first: for a connection, what the system says. */
function firstCauseOf(error: Error): string {
  let first = error;
  while (first.cause instanceof Error) first = first.cause;
  return first.message;
}

/**
 * Creates the call by which a process asks the catalog at `CATALOG_URL` whether it can work with it, each time on a new
 * connection: another one may lead to another catalog. With a token, it throws a `Misconfigured` with the text of `refused`
 * when the catalog refuses that.
 */
export function createCatalogCheck(options: {
  baseUrl: string;
  token?: { of: (operationId: string) => string; refused: string };
}) {
  const { baseUrl, token } = options;
  const { origin } = new URL(baseUrl);
  const send = createSendByNode();
  const catalog = createTransport({
    baseUrl: baseUrl.endsWith("/") ? baseUrl.slice(0, -1) : baseUrl,
    timeoutMs,
    send: (request) => send({ ...request, isOnNewConnection: true }),
    headers: ({ operationId }): Record<string, string> =>
      token ? { authorization: `Bearer ${token.of(operationId)}` } : {},
  });

  function explain(error: unknown): unknown {
    if (token && error instanceof ApiProblem && error.status === 401)
      return new Misconfigured(token.refused, { cause: error });
    if (error instanceof ApiProblem && error.status === 503)
      return new Error(
        `The catalog at CATALOG_URL (${origin}) cannot answer now: ${error.message} See the log of the catalog.`,
        { cause: error },
      );
    if (error instanceof TransportError && error.failure !== "answer")
      return new Error(
        `The catalog does not answer at CATALOG_URL (${origin}): ${firstCauseOf(error)}. Check CATALOG_URL, and whether a catalog is ready.`,
        { cause: error },
      );
    if (error instanceof ApiProblem || error instanceof TransportError)
      return new Error(
        `CATALOG_URL (${origin}) leads to a server that is not a catalog of this release: ${error.message} Set CATALOG_URL to the address of the catalog.`,
        { cause: error },
      );
    return error;
  }

  return async function ask<T extends Operation>(operation: T, request: RequestOf<T>): Promise<ResponseOutput<T>> {
    try {
      return await catalog.call(operation, request);
    } catch (error) {
      throw explain(error);
    }
  };
}
