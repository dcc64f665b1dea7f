import type { RenderStage } from "@platen/contracts";
import { RenderError } from "../failure/render-error.ts";

/** What may end a document before it is done: its time, its caller, its page or its own scripts. The first one counts. */
export type Interruption = {
  interrupt(error: unknown): void;
  isInterrupted(): boolean;
  /**
   * Waits for `work`, but no longer than until the interruption or than the stage may take. `lateBecause` may then give
   * the caller a reason.
   */
  unlessInterrupted<T>(
    stage: RenderStage,
    timeoutMs: number,
    work: Promise<T>,
    lateBecause?: () => string | undefined,
  ): Promise<T>;
};

export function createInterruption(): Interruption {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  interrupted.catch(() => {
    // Whoever waits at that moment hears of it.
  });
  let isInterrupted = false;
  function interrupt(error: unknown): void {
    isInterrupted = true;
    reject(error);
  }
  return {
    interrupt,
    isInterrupted: () => isInterrupted,
    async unlessInterrupted(stage, timeoutMs, work, lateBecause) {
      const timer = setTimeout(() => {
        const detail = lateBecause?.();
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
