import type { PageSettings, Warning } from "@platen/contracts";
import { RenderError } from "@platen/engine/failure";

/** The first words of codes about what the caller's data or the template's translations lack. */
const ofData = new Set(["data", "translation"]);

/** Throws for a document with warnings that its setting `strict` refuses. */
export function refuseIncomplete(
  { strict = false }: Pick<PageSettings, "strict">,
  warnings: readonly Warning[],
  stage: "template" | "print",
): void {
  if (strict === false) return;
  const refused = warnings.filter(({ code, severity }) =>
    strict === true ? severity === "error" : strict.includes(code),
  );
  if (refused.length === 0) return;
  throw new RenderError(
    refused.some(({ code }) => ofData.has(code.split(".")[0] ?? "")) ? "data_invalid" : "render_failed",
    {
      stage,
      retryable: false,
      detail: "The document is incomplete, and the setting `strict` refuses incomplete documents.",
      details: refused.map(({ part = "html", line, column, message, code }) => ({
        path: part,
        ...(line !== undefined && { line }),
        ...(column !== undefined && { column }),
        message: `${message} (${code})`,
      })),
    },
  );
}
