import { createTransport, type ApiProblem, type CallOptions, type Send } from "@platen/client";
import { createSendByNode } from "@platen/client/node";
import {
  isProblem,
  problems,
  problemsOf,
  Problem,
  type Operation,
  type ProblemCode,
  type RequestOf,
  type ResponseOutput,
} from "@platen/contracts";
import { callerHeader, tokenRefusedHeader } from "@platen/contracts/internal";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import { tracing, type TraceCarrier } from "@platen/telemetry";
import { callerHeaderValue, type Caller } from "./caller.ts";
import { isConnectionFailure } from "./connection-failure.ts";

const timeoutMs = 5_000;
const retryAfterSeconds = 1;
/** A call that every document waits for takes milliseconds. A catalog that takes longer may hang, and another be idle. */
const repeatAfterMs = 1_000;

/** The part of a request's context that the catalog is told: its caller and its id. */
export type CatalogContext = { caller?: Caller; requestId: string };

type CatalogCallOptions = Pick<CallOptions, "signal" | "timeoutMs"> & {
  publicOperation?: Operation;
  isRepeatable?: boolean;
  isUrgent?: boolean;
  linkedTraces?: readonly (TraceCarrier | undefined)[];
};

export type Catalog = ReturnType<typeof createCatalog>;

function isNamed(error: unknown, name: string): boolean {
  return error instanceof Error && error.name === name;
}

function isApiProblem(error: unknown): error is ApiProblem {
  return isNamed(error, "ApiProblem");
}

function isDeclared(code: string, declared: readonly ProblemCode[]): code is ProblemCode {
  // Widened, as `includes` of a narrow array takes only what is in it.
  return (declared as readonly string[]).includes(code);
}

/**
 * Turns an error of a call into a problem for the caller. A problem that `definition` does not declare, such as a
 * refused service token, is our own fault: the caller is told `internal`.
 */
function problemFrom(error: unknown, definition: Operation): Problem {
  if (isProblem(error)) return error;
  if (isNamed(error, "TransportError"))
    return new Problem("dependency.unavailable", { retryAfterSeconds, cause: error });
  if (!isApiProblem(error) || error.code === "internal" || !isDeclared(error.code, problemsOf(definition))) {
    return new Problem("internal", { cause: new Error(`calling ${definition.operationId}`, { cause: error }) });
  }
  return new Problem(error.code, {
    message: error.message,
    details: error.details,
    ...([429, 503].includes(problems[error.code].status)
      ? { retryAfterSeconds: error.retryAfterSeconds ?? retryAfterSeconds }
      : {}),
  });
}

async function withRetry<Answer>(isRepeatable: boolean, send: () => Promise<Answer>): Promise<Answer> {
  try {
    return await send();
  } catch (error) {
    if (!isRepeatable || !isConnectionFailure(error)) throw error;
    return send();
  }
}

/** Calls an operation by `send`; see `call` of the catalog. */
async function callBy<Answer>(
  definition: Operation,
  { caller, requestId }: CatalogContext,
  {
    publicOperation = definition,
    isRepeatable = definition.method === "get",
    isUrgent: _isUrgent,
    linkedTraces = [],
    ...call
  }: CatalogCallOptions,
  send: (call: CallOptions) => Promise<Answer>,
): Promise<Answer> {
  const callerValue = caller && callerHeaderValue(caller);
  const headersOf = (): Record<string, string> => ({
    "x-request-id": requestId,
    ...(callerValue === undefined ? {} : { [callerHeader]: callerValue }),
    ...tracing.carrier(),
  });
  try {
    return await tracing.span({ name: definition.operationId, kind: "client", alsoFor: linkedTraces }, () => {
      const headers = headersOf();
      return withRetry(isRepeatable, () => send({ ...call, headers }));
    });
  } catch (error) {
    throw problemFrom(error, publicOperation);
  }
}

/** Creates the client of the catalog. Every error that it throws is a `Problem` of the contract. */
export function createCatalog(options: { baseUrl: string; tokens: Pick<ServiceTokenSigner, "serviceToken"> }) {
  const send = createSendByNode({ refusalHeader: tokenRefusedHeader });
  const transportBy = (sendBy: Send) =>
    createTransport({
      baseUrl: options.baseUrl.endsWith("/") ? options.baseUrl.slice(0, -1) : options.baseUrl,
      timeoutMs,
      send: sendBy,
      headers: (operation) => ({ authorization: `Bearer ${options.tokens.serviceToken(operation.operationId)}` }),
    });
  const transport = transportBy(send);
  const urgent = transportBy((request) => send({ ...request, repeatAfterMs }));

  return {
    /**
     * Calls an internal operation under a service token. The caller gets the problems that `publicOperation` (default:
     * the operation itself) declares as they are. A repeatable call (default: a read) is retried once when its
     * connection fails. An urgent call, which must be repeatable too, also goes to another catalog when it has no answer
     * within a second, and takes the first answer. `linkedTraces` are the spans of other requests that the call serves.
     */
    call<T extends Operation>(
      definition: T,
      request: RequestOf<T>,
      context: CatalogContext,
      options: CatalogCallOptions = {},
    ): Promise<ResponseOutput<T>> {
      const chosen = options.isUrgent ? urgent : transport;
      return callBy(definition, context, options, (call) => chosen.call(definition, request, call));
    },

    /** Calls an operation that answers with a file, like `call`. Returns its bytes and headers. */
    file<T extends Operation>(
      definition: T,
      request: RequestOf<T>,
      context: CatalogContext,
      options: CatalogCallOptions = {},
    ): ReturnType<typeof transport.bytes> {
      return callBy(definition, context, options, (call) => transport.bytes(definition, request, call));
    },
  };
}
