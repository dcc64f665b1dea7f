import { createCipheriv, createHash } from "node:crypto";
import { createTransport } from "@platen/client";
import { failure as failureSchema, jsonObject, warning } from "@platen/contracts";
import { reportOutcomes, type OutcomeReport } from "@platen/contracts/internal";
import { createDocumentConsumer, createReplySender, PermanentFailure, type DocumentJobData } from "@platen/queue";

/** The PDF of some data: the data themselves, then as many bytes as their `noiseBytes` says. */
export function scriptedPdf(data: Record<string, unknown>): Buffer {
  const bytes = Buffer.alloc(typeof data["noiseBytes"] === "number" ? data["noiseBytes"] : 0);
  // Always the same bytes, no two parts alike, and cheap: this must not delay the gateway in the same process.
  const noise = createCipheriv("aes-128-ctr", Buffer.alloc(16), Buffer.alloc(16)).update(bytes);
  return Buffer.concat([Buffer.from(`%PDF-1.7 ${JSON.stringify(data)}`), noise]);
}

/**
 * Stands in for the worker where a test needs an exact answer. The document's data choose it: `fail` is a failure to
 * reply with, `hang` waits until it is aborted, `holdUntil` waits for `release` of that name. Otherwise it replies
 * with {@link scriptedPdf} and the data's `warnings`.
 */
export function startScriptedWorker(options: { redisUrl: string; prefix: string; catalogUrl: string }) {
  const redis = { ...options, logger: { warn: () => undefined, info: () => undefined } };
  const replies = createReplySender(redis);
  const catalog = createTransport({ baseUrl: options.catalogUrl, timeoutMs: 5_000 });
  const jobs: DocumentJobData[] = [];
  const aborted: string[] = [];
  const releases = new Map<string, PromiseWithResolvers<void>>();

  function releaseOf(name: string): PromiseWithResolvers<void> {
    const release = releases.get(name) ?? Promise.withResolvers<void>();
    releases.set(name, release);
    return release;
  }

  async function report(outcome: OutcomeReport): Promise<void> {
    await catalog.call(reportOutcomes, { body: { reports: [outcome] } });
  }

  const consumer = createDocumentConsumer(
    {
      ...redis,
      concurrency: 8,
      replies,
      async onExhausted({ documentId, replyTo = "", grant }, error) {
        const failure = failureSchema.parse(error instanceof Error ? error.cause : undefined);
        await report({ grant, documentId, status: "failed", failure });
        await replies.send(replyTo, { outcome: "failed", documentId, failure });
      },
    },
    async (job, { signal }) => {
      jobs.push(job);
      const { documentId, grant, replyTo = "" } = job;
      const data = jsonObject.parse(JSON.parse(job.request.dataJson));
      if (data["fail"] !== undefined) throw new PermanentFailure("scripted", { cause: data["fail"] });
      if (data["hang"] !== undefined) {
        await new Promise<never>((_resolve, reject) => {
          signal.addEventListener("abort", () => {
            aborted.push(documentId);
            reject(new Error("aborted"));
          });
        });
      }
      if (typeof data["holdUntil"] === "string") await releaseOf(data["holdUntil"]).promise;
      const pdf = scriptedPdf(data);
      const completed = {
        documentId,
        pageCount: 2,
        sizeBytes: pdf.byteLength,
        sha256: createHash("sha256").update(pdf).digest("hex"),
        queueMs: 3,
        renderMs: 40,
        engine: "chromium-1.2.3.4",
        warnings: warning.array().parse(data["warnings"] ?? []),
      };
      await report({ status: "completed", grant, ...completed });
      await replies.send(replyTo, { outcome: "completed", ...completed, pdf });
    },
  );

  return {
    /** The jobs taken so far. */
    jobs,
    /** The ids of the documents whose job was told to stop. */
    aborted,
    /** Lets the documents go on that wait for this name. */
    release: (name: string) => releaseOf(name).resolve(),
    async stop(): Promise<void> {
      await consumer.close(0);
      replies.close();
    },
  };
}
