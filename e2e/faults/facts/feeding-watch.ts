import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "@platen/testing";
import { metric } from "./metric.ts";

const everyMs = 100;

/** Watches the number of documents that a courier has fed to workers, until it is stopped. */
export function watchFeeding(courier: RunningService) {
  const closing = new AbortController();
  const read = () => metric(courier, "platen_background_documents_fed_total");
  let fedAt = performance.now();
  let count = 0;

  async function watch(): Promise<void> {
    count = await read();
    while (!closing.signal.aborted) {
      const now = await read();
      if (now !== count) fedAt = performance.now();
      count = now;
      await delay(everyMs);
    }
  }

  const watching = watch();
  return {
    /** When it was last seen to feed a document, on the clock of `performance.now()`. */
    lastFedAt: (): number => fedAt,
    stop(): Promise<void> {
      closing.abort();
      return watching;
    },
  };
}
