import type { Failure } from "@platen/contracts";
import type { OpenedDocument } from "@platen/contracts/internal";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import type { OnBehalf } from "../catalog/catalog.ts";
import type { OpenDocument } from "./document-creator.ts";
import type { Metrics } from "../metrics.ts";
import { grantFor } from "./document-grant.ts";
import { problemOfFailure } from "./outcomes.ts";
import type { Outcomes } from "./outcome-reporter.ts";

const tooLate: Failure = {
  code: "render_timeout",
  message: "The document was not ready within its deadline.",
  stage: "opening",
  retryable: true,
};

/**
 * Makes the opening of documents for callers who do not wait for ever: at the deadline they are answered, and a document
 * that is opened later all the same is closed at once.
 */
export function createOpenInTime(deps: {
  openDocument: OpenDocument;
  tokens: Pick<ServiceTokenSigner, "grant">;
  outcomes: Outcomes;
  metrics: Metrics;
}) {
  const { openDocument, tokens, outcomes, metrics } = deps;

  return async function openInTime(
    request: Parameters<OpenDocument>[0],
    about: { deadlineAt: number; documentsAhead: number | undefined; onBehalf: OnBehalf },
  ): Promise<OpenedDocument> {
    const { deadlineAt, documentsAhead, onBehalf } = about;
    const opening = openDocument(request, documentsAhead);
    const late = Promise.withResolvers<"late">();
    const timer = setTimeout(() => late.resolve("late"), Math.max(0, deadlineAt - Date.now()));
    const opened = await Promise.race([opening, late.promise]).finally(() => clearTimeout(timer));
    if (opened !== "late") return opened;

    opening.then(
      (document) =>
        outcomes.reportFailed(grantFor(tokens, document, { isPreview: false, deadlineAt }), tooLate, onBehalf),
      () => {
        // Nothing was opened, and the caller has been answered.
      },
    );
    metrics.countDocument(tooLate.code);
    throw problemOfFailure(tooLate);
  };
}
