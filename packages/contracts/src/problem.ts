import type { z } from "zod";
import { problems, type ProblemCode } from "./problems.ts";
import type { problemDetail } from "./schemas/problem-detail.ts";

/** One thing that is wrong with a request: where (`templateId`, `options.margin.top`) and what. */
export type ProblemDetail = z.infer<typeof problemDetail>;

type ProblemOptions = {
  message?: string;
  details?: readonly ProblemDetail[];
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  retryAfterSeconds?: number;
  cause?: unknown;
};

/**
 * An error the caller is told about: a code of the closed table, a message for the client, and a cause that is only
 * logged. Recognised by its name, so that it survives a package being loaded twice.
 */
export class Problem extends Error {
  override readonly name = "Problem";
  readonly code: ProblemCode;
  readonly status: number;
  readonly details: readonly ProblemDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ProblemCode, options: ProblemOptions = {}) {
    super(options.message ?? problems[code].meaning, { cause: options.cause });
    this.code = code;
    this.status = problems[code].status;
    this.details = options.details;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** Tells whether a thrown value is a {@link Problem}. */
export function isProblem(error: unknown): error is Problem {
  return error instanceof Error && error.name === "Problem" && "code" in error;
}
