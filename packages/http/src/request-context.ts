import { createId, type Operation, type Problem, type ProblemCode } from "@platen/contracts";
import { event, tracing, type Logger, type LogFields, type TraceCarrier } from "@platen/telemetry";
import type { Express, Request } from "express";
import { noteUnderWay } from "./operations-under-way.ts";

/** The logged status of a request whose caller disconnected before the answer. nginx uses the same number. */
const clientClosedRequest = 499;

const requestIdPattern = /^[A-Za-z0-9][A-Za-z0-9._:-]{7,127}$/;

type Context = {
  requestId: string;
  operation: Operation | undefined;
  problem: Problem | undefined;
  signal: AbortSignal;
  noteEnd: (() => void) | undefined;
};

// One entry per request in progress. Weak keys make cleaning up unnecessary.
const contexts = new WeakMap<Request, Context>();

/** The request's id, its operation once known, and a signal that fires when the caller disconnects. */
export function contextOf(request: Request): Context {
  const context = contexts.get(request);
  if (!context) throw new Error("setUpRequestContext has not seen this request");
  return context;
}

/** Notes the operation of a request, for its event and its metrics. */
export function noteOperation(request: Request, operation: Operation): void {
  const context = contextOf(request);
  context.operation = operation;
  context.noteEnd ??= noteUnderWay(operation.operationId);
  event.add({ operationId: operation.operationId });
}

/** Notes the problem that answers a request. */
export function noteProblem(request: Request, problem: Problem): void {
  contextOf(request).problem = problem;
  event.add({ problemCode: problem.code });
}

export type RequestObserver = (observed: {
  operationId: string;
  method: string;
  status: number;
  problemCode: ProblemCode | undefined;
  durationMs: number;
}) => void;

export type RequestContextOptions = {
  logger: Logger;
  observe?: RequestObserver;
  /** Whether a request belongs to the trace that its caller names (default), or to a new one that only links to it. */
  continuesTraces?: boolean;
  /** Whether a request of no trace begins one; by default each does. */
  beginsTrace?: (request: Request) => boolean;
};

/**
 * Gives every request an id (`X-Request-Id` if well-formed, otherwise a new one), returns the id in the answer, and logs
 * one event per request when the answer is complete or the caller disconnects. Of requests that succeed, the logger may
 * take a sample.
 */
export function setUpRequestContext(app: Express, options: RequestContextOptions): void {
  const { continuesTraces = true, beginsTrace = () => true } = options;
  app.use((request, response, next) => {
    const given = request.headers["x-request-id"];
    const requestId = typeof given === "string" && requestIdPattern.test(given) ? given : createId("request");
    const hungUp = new AbortController();
    const context: Context = {
      requestId,
      operation: undefined,
      problem: undefined,
      signal: hungUp.signal,
      noteEnd: undefined,
    };
    contexts.set(request, context);
    response.setHeader("X-Request-Id", requestId);

    const startedAt = performance.now();
    const caller = traceCarrierOf(request);
    const isTraced = caller.traceparent !== "" || beginsTrace(request);
    const span = isTraced
      ? tracing.open({
          name: request.method,
          kind: "server",
          ...(continuesTraces ? { parent: caller } : { alsoFor: [caller] }),
        })
      : undefined;
    const fields: LogFields = { requestId, ...(span && { traceId: span.traceId }) };
    response.once("close", () => {
      context.noteEnd?.();
      if (!response.writableFinished) hungUp.abort();
      const durationMs = Math.round((performance.now() - startedAt) * 10) / 10;
      const status = response.headersSent ? response.statusCode : clientClosedRequest;
      const ending = response.writableFinished ? {} : { hungUp: true };
      const line = { ...fields, method: request.method, status, durationMs, ...ending };
      if (status >= 400 || options.logger.isSampled?.(requestId) !== false) logRequest(options.logger, line);
      const name = context.operation && `${request.method} ${context.operation.path}`;
      span?.end({ ...(name !== undefined && { name }), fields: line, isFailed: status >= 500 });
      options.observe?.({
        operationId: context.operation?.operationId ?? "none",
        method: request.method,
        status,
        problemCode: context.problem?.code,
        durationMs,
      });
    });
    event.run(fields, () => (span ? span.run(next) : next()));
  });
}

function traceCarrierOf({ headers }: Request): TraceCarrier {
  const { traceparent, tracestate } = headers;
  // Node joins a header that is sent twice into one string, which is not a valid traceparent.
  return { traceparent: String(traceparent ?? ""), tracestate: String(tracestate ?? "") };
}

function logRequest(logger: Logger, line: LogFields & { status: number }): void {
  if (line.status >= 500) logger.warn("request", line);
  else logger.info("request", line);
}
