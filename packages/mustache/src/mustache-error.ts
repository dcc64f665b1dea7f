type Reason = "syntax" | "too_deep" | "too_large";

/** The reason why a text could not be parsed or filled. */
export class MustacheError extends Error {
  override readonly name = "MustacheError";
  readonly reason: Reason;
  /** The position in the text, if known. */
  readonly offset: number | undefined;

  constructor(reason: Reason, message: string, options: { offset?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.offset = options.offset;
  }
}

/** Recognises a MustacheError, even from another copy of this package. */
export function isMustacheError(error: unknown): error is MustacheError {
  return error instanceof Error && error.name === "MustacheError";
}

/** The error for a stack overflow while parsing or filling. */
export function tooDeepError(cause: unknown): MustacheError {
  return new MustacheError("too_deep", "The template nests sections too deeply.", { cause });
}
