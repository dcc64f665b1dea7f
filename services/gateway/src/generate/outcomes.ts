import { Problem, problems, type Failure, type ProblemCode } from "@platen/contracts";

/** How each way a document can fail is told to whoever asked for it. */
export const failureProblems: Record<Failure["code"], ProblemCode> = {
  template_syntax: "template.syntax_invalid",
  data_invalid: "document.data_invalid",
  document_too_large: "document.too_large",
  too_many_pages: "document.too_large",
  render_failed: "render.failed",
  render_timeout: "render.timeout",
  browser_crashed: "render.crashed",
  browser_unavailable: "render.engine_unavailable",
  template_unavailable: "dependency.unavailable",
  cancelled: "internal",
  unknown: "internal",
};

const retryAfterSeconds = 1;

/** Makes the problem of a failed document. What is our fault keeps its details for the log. */
export function problemOfFailure(failure: Failure): Problem {
  const code = failureProblems[failure.code];
  if (code === "internal") return new Problem(code, { cause: new Error(`the document failed: ${failure.code}`) });
  if (problems[code].status === 503) return new Problem(code, { retryAfterSeconds });
  if (code === "render.timeout") {
    const stage = failure.stage ?? "render";
    return new Problem(code, {
      message: `The document was not ready within its deadline; the time went into the stage: ${stage}.`,
    });
  }
  return new Problem(code, { message: failure.message, ...(failure.details ? { details: failure.details } : {}) });
}
