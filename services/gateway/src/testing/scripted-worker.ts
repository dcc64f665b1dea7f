import { createCipheriv, createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { createTransport } from "@platen/client";
import { failure as failureSchema, jsonObject, warning } from "@platen/contracts";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import { createDocumentConsumer, createReplySender, PermanentFailure, type DocumentJobData } from "@platen/queue";

/** The PDF of some data: the data themselves, and as many bytes more as `noiseBytes` of them says. */
export function scriptedPdf(data: Record<string, unknown>): Buffer {
  const bytes = Buffer.alloc(typeof data["noiseBytes"] === "number" ? data["noiseBytes"] : 0);
  // The same each time and no two parts alike, made in little time: the gateway beside it must not be held up.
  const noise = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16)).update(bytes);
  return Buffer.concat([Buffer.from(`%PDF-1.7 ${JSON.stringify(data)}`), noise]);
}

/**
 * Stands in for the worker where a test needs it to do something exactly: a document's data say what becomes of it.
 * `fail` is a failure to answer with, `hang` never ends by itself, `delayMs` is waited for, and anything else is
 * answered with a PDF of the data, {@link scriptedPdf}, and with their `warnings`.
 */
export function startScriptedWorker(options: { redisUrl: string; prefix: string; catalogUrl: string }) {
  const redis = { ...options, logger: { warn: () => undefined, info: () => undefined } };
  const replies = createReplySender(redis);
  const catalog = createTransport({ baseUrl: options.catalogUrl, timeoutMs: 5_000 });
  const jobs: DocumentJobData[] = [];
  const aborted: string[] = [];

  async function report(outcome: OutcomeReport): Promise<void> {
    await catalog.call(reportOutcomes, { body: { reports: [outcome] } });
  }

  const consumer = createDocumentConsumer(
    {
      ...redis,
      concurrency: 8,
      async onExhausted({ documentId, replyTo, grant }, error) {
        const failure = failureSchema.parse(error instanceof Error ? error.cause : undefined);
        await report({ grant, documentId, status: "failed", failure });
        await replies.send(replyTo, { outcome: "failed", documentId, failure });
      },
    },
    async (job, { signal }) => {
      jobs.push(job);
      const { documentId, grant, replyTo } = job;
      const data = jsonObject.parse(JSON.parse(job.dataJson));
      if (data["fail"] !== undefined) throw new PermanentFailure("scripted", { cause: data["fail"] });
      if (data["hang"] !== undefined) {
        await new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(documentId);
            reject(new Error("aborted"));
          });
        });
      }
      if (typeof data["delayMs"] === "number") await delay(data["delayMs"]);
      const pdf = scriptedPdf(data);
      const completed = {
        documentId,
        pageCount: 2,
        sizeBytes: pdf.byteLength,
        sha256: createHash("sha256").update(pdf).digest("hex"),
        queueMs: 3,
        renderMs: 40,
      };
      await report({ status: "completed", grant, ...completed });
      const warnings = warning.array().parse(data["warnings"] ?? []);
      await replies.send(replyTo, { outcome: "completed", ...completed, warnings, pdf });
    },
  );

  return {
    /** Jobs taken so far. */
    jobs,
    /** Documents whose job was told to stop. */
    aborted,
    async stop(): Promise<void> {
      await consumer.close(0);
      replies.close();
    },
  };
}
