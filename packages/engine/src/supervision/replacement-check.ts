import type { BrowserInstance, EndCause } from "./browser-instance.ts";
import type { ReplacementLimits } from "./replacement-limits.ts";

export type ReplacementCheck = {
  /** Memory of all processes of the browser; 0 where the system does not tell. */
  memoryBytes: number;
  /** Why the browser must be replaced. */
  due: EndCause | undefined;
};

/** Closes pages that have grown or that no document uses, and tells whether the browser must be replaced. */
export async function checkReplacement(
  instance: Pick<BrowserInstance, "pages" | "renderers" | "startedAt">,
  limits: ReplacementLimits,
): Promise<ReplacementCheck> {
  const { pages } = instance;
  const transientBefore = pages.transientRenderers();
  const memory = await instance.renderers.memory();
  const renderers = memory?.renderers ?? new Map<number, number>();
  const memoryBytes = memory?.totalBytes ?? 0;
  pages.tidy({ renderers, maxBytes: limits.maxPageBytes, unusedMs: limits.unusedPageMs });
  const check = (due?: EndCause): ReplacementCheck => ({ memoryBytes, due });

  // The sum also has the memory of renderers that ended while it was read.
  const transientRenderers = new Set([...transientBefore, ...pages.transientRenderers()]);
  const transientBytes = [...transientRenderers].reduce((sum, pid) => sum + (renderers.get(pid) ?? 0), 0);
  const excess = memoryBytes - transientBytes - limits.maxBrowserBytes;
  if (excess > 0 && !pages.free(excess, renderers)) return check("memory");
  if (performance.now() - instance.startedAt >= limits.maxBrowserAgeMs) return check("age");
  return check();
}
