import type { RenderStage } from "@platen/contracts";
import { RenderError } from "../failure/render-error.ts";

/** The early end of a document by its timeout, its caller, its page or its own scripts. The first one counts. */
export type Interruption = {
  interrupt(error: unknown): void;
  isInterrupted(): boolean;
  /**
   * Waits for `work` until an interruption or the timeout of the stage. `timeoutReason` may tell the caller why the
   * stage took so long.
   */
  unlessInterrupted<T>(
    stage: RenderStage,
    timeoutMs: number,
    work: Promise<T>,
    timeoutReason?: () => string | undefined,
  ): Promise<T>;
};

export function createInterruption(): Interruption {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  interrupted.catch(() => {
    // A caller that waits at that moment gets the error.
  });
  let isInterrupted = false;
  function interrupt(error: unknown): void {
    isInterrupted = true;
    reject(error);
  }
  return {
    interrupt,
    isInterrupted: () => isInterrupted,
    async unlessInterrupted(stage, timeoutMs, work, timeoutReason) {
      const timer = setTimeout(() => {
        const detail = timeoutReason?.();
        interrupt(
          new RenderError("render_timeout", { stage, retryable: false, ...(detail !== undefined && { detail }) }),
        );
      }, timeoutMs);
      try {
        return await Promise.race([work, interrupted]);
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
