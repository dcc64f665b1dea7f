import type { Failure } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import { extraAmendments, withoutExtras } from "@platen/pdf";
import { createProcessPool, isTaskEnded } from "@platen/process-pool";
import { toError } from "../failure/classify.ts";
import { raceAbort } from "../failure/race-abort.ts";
import { RenderError } from "../failure/render-error.ts";
import { finishPdf, type FinishedPdf, type FinishOptions } from "./finish-pdf.ts";

export type FinishTask = { printed: Buffer; options: FinishOptions };
export type FinishReply = { ok: true; finished: FinishedPdf } | { ok: false; failure: Failure };

export type PdfFinisher = {
  /**
   * Does what `finishPdf` does, in a process with limits of time and memory where the work is not small.
   */
  finish(
    printed: Buffer,
    options: FinishOptions,
    caller: { holder: Holder; signal: AbortSignal },
  ): Promise<FinishedPdf>;
  close(): Promise<void>;
};

export type PdfFinisherOptions = { processes: number; timeoutMs?: number; maxHeapBytes?: number };

/**
 * A PDF of at most this size, in bytes, is finished at once unless its characters are checked: that takes milliseconds
 * at most, and a hop to a process costs 3 % of the time of an invoice.
 */
const shortPdf = 128_000;

/**
 * Starts the processes that finish PDFs. Amendments that exceed a limit are left out. A PDF whose links cannot be checked
 * within the limits is refused, for good.
 */
export function createPdfFinisher({
  processes,
  timeoutMs = 5_000,
  maxHeapBytes = 512_000_000,
}: PdfFinisherOptions): PdfFinisher {
  const pool = createProcessPool<FinishTask, FinishReply>({
    module: new URL("./finish-process.ts", import.meta.url),
    processes,
    timeoutMs,
    maxHeapBytes,
  });

  async function finishOnce(printed: Buffer, options: FinishOptions, holder: Holder): Promise<FinishedPdf> {
    const reply = await pool.run({ printed, options }, { holder });
    if (reply.ok) return reply.finished;
    throw toError(reply.failure);
  }

  async function finish(printed: Buffer, options: FinishOptions, holder: Holder): Promise<FinishedPdf> {
    try {
      return await finishOnce(printed, options, holder);
    } catch (error) {
      if (!exceededLimit(error)) throw error;
    }
    try {
      const finished = await finishOnce(printed, withoutExtras(options), holder);
      return { ...finished, skipped: [...finished.skipped, ...extraAmendments] };
    } catch (error) {
      if (!exceededLimit(error)) throw error;
      throw new RenderError("render_failed", {
        stage: "print",
        detail: "The worker could not check the links of the PDF within its limits. Simplify the document.",
        cause: error,
      });
    }
  }

  return {
    async finish(printed, options, { holder, signal }) {
      if (printed.length <= shortPdf && !options.correctsToUnicode) return finishPdf(printed, options);
      return raceAbort(finish(printed, options, holder), { signal, stage: "print" });
    },
    close: () => pool.close(),
  };
}

/** A process that ends for another reason may finish the PDF at the next attempt. */
function exceededLimit(error: unknown): boolean {
  return isTaskEnded(error) && (error.reason === "time" || error.reason === "memory");
}
