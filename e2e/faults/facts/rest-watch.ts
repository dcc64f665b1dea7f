import { setTimeout as delay } from "node:timers/promises";
import { isRunning } from "@platen/testing";
import type { Tenants } from "../load/tenants.ts";
import type { Figures } from "../runner/figures.ts";
import { memoryInUse } from "./memory-in-use.ts";
import { metric } from "./metric.ts";

/** After so long, nothing of an attack is left. */
const restMs = 30_000;
const everyMs = 1_000;
/** The memory that a service may keep: code that has run for the first time, connections, caches. */
const keptBytes = 50_000_000;

/** Notes what gateway and catalog hold in peace, and tells whether they hold no more when attackers have left. */
export async function watchRest({ platen: { processes } }: Pick<Tenants, "platen">) {
  const { gateway, catalog } = processes;
  const services = [gateway, catalog];
  const used = async () => Promise.all(services.map(async (service) => (await memoryInUse(service)).used));
  /** The jobs in the queue, and the requests that wait at the gateway. */
  async function held(): Promise<string> {
    const names = ["platen_queue_jobs", "platen_documents_in_progress", "platen_document_waits"];
    return (await Promise.all(names.map(async (name) => `${name} ${await metric(gateway, name)}`))).join(", ");
  }

  const inPeace = await used();
  const nothing = await held();
  return {
    /** Adds the figures: waits until all is as before, but no longer than half a minute. */
    async report(figures: Figures): Promise<void> {
      if (!services.every(({ pid }) => isRunning(pid))) return;
      const startedAt = performance.now();
      let [left, grown] = ["", Infinity];
      do {
        await delay(everyMs);
        left = await held();
        const now = await used();
        grown = Math.max(...now.map((bytes, index) => bytes - (inPeace[index] ?? 0)));
      } while ((left !== nothing || grown > keptBytes) && performance.now() - startedAt < restMs);
      figures.exactly("half a minute after the attackers, held", left, nothing);
      figures.atMost("memory in use then, above that in peace", grown / 1_000_000, keptBytes / 1_000_000, "MB");
    },
  };
}
