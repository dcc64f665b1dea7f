import type { Failure, RenderStage } from "@platen/contracts";

export type FailureCode = Failure["code"];
export type FailureDetail = NonNullable<Failure["details"]>[number];

/** The message of each failure code, and whether a retry of the same request may succeed. */
const failureTable: Record<FailureCode, { message: string; retryable: boolean }> = {
  template_syntax: { message: "The template is not valid Mustache.", retryable: false },
  data_invalid: { message: "The worker could not read the data as JSON.", retryable: false },
  document_too_large: { message: "The document exceeds a size limit.", retryable: false },
  too_many_pages: { message: "The document exceeds the limit of pages.", retryable: false },
  memory_exceeded: { message: "The document exceeds a limit of memory.", retryable: false },
  render_failed: { message: "The browser cannot print the document.", retryable: false },
  render_timeout: { message: "The document was not finished in time.", retryable: true },
  browser_crashed: { message: "The browser crashed while it rendered the document.", retryable: true },
  browser_unavailable: { message: "The worker could not start a browser.", retryable: true },
  template_unavailable: { message: "The worker could not read the template.", retryable: true },
  storage_unavailable: { message: "The PDF could not be kept.", retryable: true },
  cancelled: { message: "The document was cancelled.", retryable: false },
  unknown: { message: "The worker could not render the document because of an internal error.", retryable: true },
};

export type RenderErrorOptions = {
  /** What happened, in words that a client may read: never data, HTML or internals. */
  detail?: string;
  details?: FailureDetail[];
  stage?: RenderStage;
  /** Overrides the table, for example for a document that used up its time by itself. */
  retryable?: boolean;
  /** Whether the renderer ended by a fault of its own, such as a full stack, which a document can cause. */
  isRendererFault?: boolean;
  /** For the log only. */
  cause?: unknown;
};

export class RenderError extends Error {
  override readonly name = "RenderError";
  readonly code: FailureCode;
  readonly retryable: boolean;
  readonly stage: RenderStage | undefined;
  readonly details: FailureDetail[] | undefined;
  readonly isRendererFault: boolean;

  constructor(code: FailureCode, options: RenderErrorOptions = {}) {
    super(options.detail ?? failureTable[code].message, { cause: options.cause });
    this.code = code;
    this.retryable = options.retryable ?? failureTable[code].retryable;
    this.stage = options.stage;
    this.details = options.details;
    this.isRendererFault = options.isRendererFault ?? false;
  }
}

/** Compares by name: an error from another realm or thread is not an instance of this realm's classes. */
export function isNamed(error: unknown, name: string): boolean {
  return typeof error === "object" && error !== null && "name" in error && error.name === name;
}

export function isRenderError(error: unknown): error is RenderError {
  return isNamed(error, "RenderError");
}
