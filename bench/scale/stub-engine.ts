import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { noFaults, type createEngine } from "@platen/engine";
import { createConcurrencyLimiter } from "@platen/engine/parts";

/** As large as an invoice. Its bytes do not compress, like those of a PDF. */
const pdf = Buffer.concat([Buffer.from("%PDF-1.4\n"), randomBytes(28_200), Buffer.from("\n%%EOF\n")]);

/** Lets the data of a template that contains it say how long the document takes to print. */
export const printTimeMark = '<i data-print-ms="{{printMs}}"></i>';

const never = { documents: 0, memory: 0, age: 0, crash: 0, stuck: 0 };

/** Replaces the engine: it waits for as long as the document says and returns the same PDF each time. */
export const startStubEngine: typeof createEngine = ({ concurrency, backgroundShare = 0 }) => {
  const limiter = createConcurrencyLimiter(concurrency, { backgroundShare });
  return Promise.resolve({
    async print({ document, projectId, holder, lane = "interactive", signal }) {
      const freeSlot = await limiter.takeSlot({ projectId, holder, lane }, signal);
      try {
        const printMs = Number(/data-print-ms="(\d+)"/.exec(document.html)?.[1] ?? 0);
        if (printMs > 0) await delay(printMs, undefined, { signal });
        return {
          pdf,
          pageCount: 1,
          timings: { loadMs: 0, printMs },
          refused: [],
          missingFiles: [],
          refusedFonts: [],
          incompletePrints: 0,
          blankPrints: 0,
          skippedAmendments: [],
          pageFaults: noFaults,
          hasUnknownPageSize: false,
          pictureTexts: 0,
          isScriptPending: false,
        };
      } finally {
        freeSlot();
      }
    },
    knownFontsPath: undefined,
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
