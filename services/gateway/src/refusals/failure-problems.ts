import type { Failure, ProblemCode } from "@platen/contracts";

/** The problem that answers each failure of a document. */
export const failureProblems: Record<Failure["code"], ProblemCode> = {
  template_syntax: "template.syntax_invalid",
  data_invalid: "document.data_invalid",
  document_too_large: "document.too_large",
  too_many_pages: "document.too_large",
  memory_exceeded: "document.memory_exceeded",
  render_failed: "render.failed",
  render_timeout: "render.timeout",
  browser_crashed: "render.crashed",
  browser_unavailable: "render.engine_unavailable",
  template_unavailable: "dependency.unavailable",
  storage_unavailable: "dependency.unavailable",
  cancelled: "internal",
  unknown: "internal",
};
