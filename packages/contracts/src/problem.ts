import type { z } from "zod";
import { problems, type ProblemCode } from "./problems.ts";
import type { problemDetail } from "./schemas/problem-detail.ts";

/** One error in a request: its field (`templateId`, `options.margin.top`) and the message. */
export type ProblemDetail = z.infer<typeof problemDetail>;

type ProblemOptions = {
  message?: string;
  details?: readonly ProblemDetail[];
  /** Seconds to wait before trying again; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  /** Further headers of the answer. */
  headers?: Readonly<Record<string, string>>;
  cause?: unknown;
};

/**
 * An error with an answer for the caller: a code of the closed table, a message for the client, and a cause that only
 * the log gets. `isProblem` goes by the name, so that it also works when the package is loaded twice.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: readonly ProblemDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.message ?? problems[code].meaning, { cause: options.cause });
    this.code = code;
    this.status = problems[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.headers = options.headers ?? {};
  }
}

/** Tells whether a thrown value is a {@link Problem}. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === "Problem" && "code" in error;
}
