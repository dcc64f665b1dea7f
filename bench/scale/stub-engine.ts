import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { createEngine } from "@platen/engine";
import { createConcurrencyLimiter } from "@platen/engine/parts";

/** What an invoice weighs. Bytes that cannot be compressed, as those of a PDF cannot. */
const pdf = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(28_200), Buffer.from("\n%%EOF\n")]);

/** What a template has to hold for its data to say how long a document takes to print. */
export const printTimeMark = '<i data-print-ms="{{printMs}}"></i>';

const never = { documents: 0, memory: 0, age: 0, crash: 0, stuck: 0 };

/** Stands in for the engine: it "prints" the same PDF for every document, after the time that the document names. */
export const startStubEngine: typeof createEngine = ({ concurrency }) => {
  const limiter = createConcurrencyLimiter(concurrency);
  return Promise.resolve({
    async print({ html, projectId, signal }) {
      const freeSlot = await limiter.takeSlot(projectId, signal);
      try {
        const printMs = Number(/data-print-ms="(\d+)"/.exec(html)?.[1] ?? 0);
        if (printMs > 0) await delay(printMs, undefined, { signal });
        return {
          pdf,
          pageCount: 1,
          timings: { loadMs: 0, printMs },
          refused: [],
          incompletePrints: 0,
          blankPrints: 0,
          skippedAmendments: [],
        };
      } finally {
        freeSlot();
      }
    },
    health: () => ({
      isAvailable: true,
      isSandboxed: false,
      isNetworkSealed: false,
      isSingleLayout: false,
      problem: undefined,
      version: "stub",
      launches: 1,
      starts: { first: 1, ...never },
      failedStarts: 0,
      ends: never,
      busyPages: limiter.counts().busy,
      waiting: limiter.counts().waiting,
      idlePages: 0,
      memoryBytes: 0,
      pid: undefined,
      silentMs: 0,
    }),
    close: () => Promise.resolve(),
  });
};
