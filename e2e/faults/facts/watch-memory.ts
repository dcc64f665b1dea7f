import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "@platen/testing";
import { memoryInUse } from "./memory-in-use.ts";

const everyMs = 1_000;
/** On a busy machine a collection takes long. The service works for so many times as long in between. */
const workTimes = 5;

/** The most bytes that a service has used, and the most of its resident memory. */
type MostMemory = { used: number; resident: number };

/**
 * Watches what services hold while they work. It has them collect their garbage once a second: without that, V8 lets
 * buffers that are of no use any more take a hundred megabytes before it looks at them, and resident memory tells that.
 * `stop` returns what each held at most, in the order of the services.
 */
export function watchMemory(services: readonly RunningService[]): { stop(): Promise<MostMemory[]> } {
  const ending = new AbortController();

  async function watch(service: RunningService): Promise<MostMemory> {
    const most = { used: 0, resident: 0 };
    while (!ending.signal.aborted) {
      const startedAt = performance.now();
      const { used, resident } = await memoryInUse(service);
      const pauseMs = Math.max(everyMs, workTimes * (performance.now() - startedAt));
      most.used = Math.max(most.used, used);
      most.resident = Math.max(most.resident, resident);
      await delay(pauseMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    return most;
  }

  const watching = Promise.all(services.map((service) => watch(service)));
  return {
    stop() {
      ending.abort();
      return watching;
    },
  };
}
