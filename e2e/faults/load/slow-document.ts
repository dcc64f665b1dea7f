import { waitFor, type RunningService } from "@platen/testing";
import { metric } from "../facts/metric.ts";
import type { AskOptions } from "./caller.ts";

/** A template whose documents take as long as they are asked to, and no more of the machine than others. */
export const slowHtml =
  "<p>{{marker}}</p>{{#waitMs}}<script>window.platenReady = new Promise((done) => setTimeout(done, {{waitMs}}))</script>{{/waitMs}}";

/** Asks for a document that takes so long. */
export function taking(waitMs: number): Pick<AskOptions, "data" | "settings"> {
  return { data: { waitMs }, settings: { javascript: true } };
}

/** The worker that is printing something now, when others are idle or print what takes a moment. */
export async function workerAtWork(workers: readonly RunningService[]): Promise<RunningService> {
  const looks = 3;
  const seen = new Map<RunningService, number>();
  return waitFor(
    async () => {
      for (const worker of workers) {
        const isBusy = (await metric(worker, "platen_worker_slots_busy")) > 0;
        seen.set(worker, isBusy ? (seen.get(worker) ?? 0) + 1 : 0);
      }
      return workers.find((worker) => (seen.get(worker) ?? 0) >= looks);
    },
    { timeoutMs: 10_000, intervalMs: 50, describe: "a worker to be at work for a while" },
  );
}
