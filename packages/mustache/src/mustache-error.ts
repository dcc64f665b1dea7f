type Reason = "syntax" | "too_deep" | "too_large";

/** Why a text could not be parsed or filled. */
export class MustacheError extends Error {
  override readonly name = "MustacheError";
  readonly reason: Reason;
  /** Where in the text, when that is known. */
  readonly offset: number | undefined;

  constructor(reason: Reason, message: string, options: { offset?: number; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.reason = reason;
    this.offset = options.offset;
  }
}

/** Recognises a MustacheError, also one of another copy of this package. */
export function isMustacheError(error: unknown): error is MustacheError {
  return error instanceof Error && error.name === "MustacheError";
}

/** What a stack overflow becomes, whether in parsing or in filling. */
export function tooDeepError(cause: unknown): MustacheError {
  return new MustacheError("too_deep", "The template nests sections too deeply.", { cause });
}
