import type { ReplacementLimits } from "./replacement-limits.ts";
import type { EndCause, RunningBrowser } from "./browser-instance.ts";

export type Look = {
  /** Of all processes; 0 where the system does not tell. */
  memoryBytes: number;
  /** Why the browser has to be replaced. */
  due: EndCause | undefined;
};

/** Has pages closed that have grown or are not used, and tells whether the browser has served its time. */
export async function lookAfter(running: RunningBrowser, limits: ReplacementLimits): Promise<Look> {
  const { pages } = running;
  const passingBefore = pages.passingRenderers();
  const memory = await running.renderers.memory();
  const renderers = memory?.renderers ?? new Map<number, number>();
  const memoryBytes = memory?.totalBytes ?? 0;
  pages.tidy({ renderers, maxBytes: limits.maxPageBytes, unusedMs: limits.unusedPageMs });
  const look = (due?: EndCause): Look => ({ memoryBytes, due });

  // Those that went while the memory was read were still there to be counted.
  const passingRenderers = new Set([...passingBefore, ...pages.passingRenderers()]);
  const passing = [...passingRenderers].reduce((sum, pid) => sum + (renderers.get(pid) ?? 0), 0);
  const excess = memoryBytes - passing - limits.maxBrowserBytes;
  if (excess > 0 && !pages.free(excess, renderers)) return look("memory");
  if (performance.now() - running.startedAt >= limits.maxBrowserAgeMs) return look("age");
  return look();
}
