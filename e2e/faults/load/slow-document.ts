import { waitFor, type RunningService } from "@platen/testing";
import { metric } from "../facts/metric.ts";
import type { AskOptions } from "./caller.ts";

/** A template whose documents wait for as long as the data say, without load on the machine. */
export const slowHtml =
  "<p>{{marker}}</p>{{#waitMs}}<script>window.platenReady = new Promise((done) => setTimeout(done, {{waitMs}}))</script>{{/waitMs}}";

/** The options for a document of `slowHtml` that waits for `waitMs`. */
export function taking(waitMs: number): Pick<AskOptions, "data" | "settings"> {
  return { data: { waitMs }, settings: { javascript: true } };
}

/** The worker that prints a slow document, while the others are idle or print quick ones. */
export async function workerAtWork(workers: readonly RunningService[]): Promise<RunningService> {
  const samples = 3;
  const seen = new Map<RunningService, number>();
  return waitFor(
    async () => {
      for (const worker of workers) {
        const isBusy = (await metric(worker, "platen_worker_slots_busy")) > 0;
        seen.set(worker, isBusy ? (seen.get(worker) ?? 0) + 1 : 0);
      }
      return workers.find((worker) => (seen.get(worker) ?? 0) >= samples);
    },
    { timeoutMs: 10_000, intervalMs: 50, describe: "a worker with a slow document" },
  );
}
