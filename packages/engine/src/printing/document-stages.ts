import type { RenderStage } from "@platen/contracts";
import type { Interruption } from "./interruption.ts";

/** The stages of one document on a page: the one under way, and how long each has taken. */
export type DocumentStages = {
  current(): RenderStage;
  timings: { loadMs: number; printMs: number };
  /** Waits for work of a stage until an interruption or the stage's timeout. */
  run<T>(stage: "load" | "print", work: () => Promise<T>): Promise<T>;
};

export function createDocumentStages(
  interruption: Interruption,
  timeouts: { loadTimeoutMs: number; printTimeoutMs: number },
  timeoutReason: (() => string | undefined) | undefined,
): DocumentStages {
  let current: RenderStage = "load";
  const timings = { loadMs: 0, printMs: 0 };
  return {
    current: () => current,
    timings,
    async run(stage, work) {
      current = stage;
      const startedAt = performance.now();
      try {
        return await interruption.unlessInterrupted(stage, timeouts[`${stage}TimeoutMs`], work(), timeoutReason);
      } finally {
        timings[`${stage}Ms`] += performance.now() - startedAt;
      }
    },
  };
}
