import { descendantsOf, type Platen } from "@platen/testing";
import type { Figures } from "../runner/figures.ts";
import { forgetPeakMemory, peakMemory, residentMemory } from "./process-facts.ts";

/**
 * Watches how far the resident memory of each service grows, and that of each process below it. Those below a worker are
 * browsers, which have limits of their own.
 */
export async function watchGrowth({ processes }: Pick<Platen, "processes">) {
  const { catalog, couriers, gateways, workers } = processes;

  async function all(): Promise<{ name: string; pid: number }[]> {
    const found = workers.map(({ name, pid }) => ({ name, pid }));
    for (const { name, pid } of [catalog, ...couriers, ...gateways]) {
      const below = await descendantsOf(pid);
      found.push({ name, pid }, ...below.map((child) => ({ name: `a process of ${name}`, pid: child.pid })));
    }
    return found;
  }

  const before = new Map<number, number>();
  for (const { pid } of await all()) {
    before.set(pid, await residentMemory(pid));
    await forgetPeakMemory(pid).catch(() => undefined);
  }
  return {
    /** Adds the figure of the process that grew most. A process that has ended is the matter of another figure. */
    async report(figures: Figures, most: number): Promise<void> {
      let [name, grown] = ["no process", 0];
      for (const each of await all()) {
        const by = (await peakMemory(each.pid).catch(() => 0)) - (before.get(each.pid) ?? 0);
        if (by > grown) [name, grown] = [each.name, by];
      }
      figures.atMost(`growth of the process that grew most: ${name}`, grown, most, "MB");
    },
  };
}
