import type { ErrorEnvelope, ProblemDetail } from "@platen/contracts";

/** A request the service refused or could not serve: its stable `code`, HTTP `status` and `requestId`. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  readonly code: string;
  readonly status: number;
  readonly requestId: string;
  readonly details: readonly ProblemDetail[];
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, error: ErrorEnvelope["error"], retryAfterSeconds?: number) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.requestId = error.requestId;
    this.details = error.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Why there is no answer: no connection came about or it broke, the time was up, the caller's signal fired, or the
 * answer is none that the contract knows.
 */
export type TransportFailure = "connection" | "timeout" | "aborted" | "answer";

/** A request that got no answer, or none that the contract knows: the network, a timeout, a proxy in between. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly failure: TransportFailure;

  constructor(message: string, options: { failure: TransportFailure; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.failure = options.failure;
  }
}
