import { setTimeout as delay } from "node:timers/promises";

/** Sends requests that arrive by chance, as those of many callers do; returns the milliseconds of each. */
export async function arriveByChance(
  ask: () => Promise<unknown>,
  { perSecond, seconds }: { perSecond: number; seconds: number },
): Promise<number[]> {
  const latenciesMs: number[] = [];
  const asked: Promise<void>[] = [];
  const endsAt = performance.now() + seconds * 1_000;
  while (performance.now() < endsAt) {
    const startedAt = performance.now();
    asked.push(ask().then(() => void latenciesMs.push(performance.now() - startedAt)));
    await delay((-Math.log(1 - Math.random()) * 1_000) / perSecond);
  }
  await Promise.all(asked);
  return latenciesMs;
}
