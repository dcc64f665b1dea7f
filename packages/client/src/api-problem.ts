import type { ErrorEnvelope, Tolerant } from "@platen/contracts";

type ErrorBody = Tolerant<ErrorEnvelope>["error"];

/** The service refused or failed the request. Match on `code`, which is stable, not on `message`. */
export class ApiProblem extends Error {
  override readonly name = "ApiProblem";
  /** A code of Platen's table of errors. A later release may add codes: treat an unknown one by its `status`. */
  readonly code: ErrorBody["code"];
  /** The HTTP status. */
  readonly status: number;
  /** Quote it when you ask the operator for help: every log line of the request has it. */
  readonly requestId: string;
  /** Everything that is wrong with the request, each with its field. */
  readonly details: NonNullable<ErrorBody["details"]>;
  /** Seconds after which another try makes sense, where the service says so. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, error: ErrorBody, retryAfterSeconds?: number) {
    super(error.message);
    this.status = status;
    this.code = error.code;
    this.requestId = error.requestId;
    this.details = error.details ?? [];
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/**
 * Why a request has no usable answer: the connection failed, the time limit passed, the caller's signal fired, or the
 * answer does not match the contract.
 */
export type TransportFailure = "connection" | "timeout" | "aborted" | "answer";

/** A request without a usable answer. `failure` says why; `cause` is the underlying error. */
export class TransportError extends Error {
  override readonly name = "TransportError";
  readonly failure: TransportFailure;

  constructor(message: string, options: { failure: TransportFailure; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.failure = options.failure;
  }
}
