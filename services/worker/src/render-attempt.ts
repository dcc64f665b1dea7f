import { createHash } from "node:crypto";
import { raceAbort, RenderError } from "@platen/engine/failure";
import type { AttemptContext, DocumentJobData } from "@platen/queue";
import type { ServiceTokenVerifier } from "@platen/service-tokens";
import { event } from "@platen/telemetry";
import { createDocumentOutcome, type OutcomeDependencies } from "./document-outcome.ts";
import { createFillDocument, type FillDependencies } from "./fill-document.ts";
import type { KeepPdf } from "./keep-pdf.ts";
import { openGrant } from "./open-grant.ts";
import { createPrintDocument, type PrintDependencies } from "./print-document.ts";
import { timed } from "./render-stages.ts";
import { createRenderTimes } from "./render-times.ts";
import { recordedWarnings } from "./warnings.ts";

export type AttemptDependencies = OutcomeDependencies &
  FillDependencies &
  PrintDependencies & {
    grants: Pick<ServiceTokenVerifier, "verifyGrant">;
    keepPdf: KeepPdf;
    /** Names the browser that prints. */
    engineName: () => string | undefined;
  };

export type Attempt = Pick<AttemptContext, "signal" | "isOurs"> & { startedAt: number; queueMs: number };

/** What a checked document has in place of a PDF. */
const noPdf = Buffer.alloc(0);

/**
 * Creates the function that makes one attempt at a document: it fills and prints it, keeps the PDF, answers the caller and
 * reports the outcome. The function throws the failure of the attempt.
 */
export function createRenderAttempt(dependencies: AttemptDependencies) {
  const { grants, outcomes, keepPdf, engineName, metrics, now } = dependencies;
  const outcome = createDocumentOutcome(dependencies);
  const fillDocument = createFillDocument(dependencies);
  const printDocument = createPrintDocument(dependencies);
  const times = createRenderTimes();

  return async function attempt(job: DocumentJobData, { signal, isOurs, startedAt, queueMs }: Attempt): Promise<void> {
    const { documentId, grant, request, requestedAt, deadlineAt } = job;
    // Documents that bring their source are compared with others of their project.
    const sourceId = request.source ? job.projectId : job.sourceId;
    if (times.isTooLate({ sourceId, requestedAt, deadlineAt }, startedAt))
      throw new RenderError("render_timeout", { stage: "queue" });

    const { preview } = openGrant(grants, job);
    if (!preview) outcomes.report({ status: "rendering", grant, documentId, queueMs });
    const filled = await fillDocument(job, preview, signal);
    if (request.check !== undefined) {
      const checked = completionOf(noPdf, 0);
      await outcome.answer(job, { outcome: "completed", ...checked, warnings: filled.warnings, pdf: noPdf });
      return;
    }
    const { printed, warnings } = await printDocument(job, filled, preview, signal);
    // Another worker may have taken the job over and replied. Its caller must not get a second reply.
    if (!(await raceAbort(isOurs(), { signal, stage: "print" })))
      throw new RenderError("cancelled", { stage: "print" });

    const { pdf, timings } = printed;
    const completed = completionOf(pdf, printed.pageCount);
    const { pageCount, sizeBytes, sha256, renderMs } = completed;
    // A background document gives way to others, which says nothing about what the template takes.
    if (job.lane === undefined) times.add(sourceId, renderMs);
    // Before the reply: a caller who has the answer can download the PDF.
    const content = job.store && (await timed(metrics, "store", () => keepPdf(job, { pdf, sha256 }, signal)));
    await outcome.answer(job, { outcome: "completed", ...completed, engine: engineName(), warnings, pdf });
    for (const { code } of warnings) metrics.warnings.inc({ code });
    if (!preview) {
      const recorded = { warnings: recordedWarnings(warnings), filename: filled.filename, content };
      const slotMs = timings.loadMs + timings.printMs;
      outcome.report(job, { status: "completed", grant, ...completed, ...recorded }, { status: "completed", slotMs });
    }
    event.add({ pageCount, sizeBytes, renderMs });

    function completionOf(bytes: Uint8Array, pages: number) {
      const renderMs = now() - startedAt;
      const sha256 = createHash("sha256").update(bytes).digest("hex");
      return { documentId, pageCount: pages, sizeBytes: bytes.byteLength, sha256, queueMs, renderMs };
    }
  };
}
