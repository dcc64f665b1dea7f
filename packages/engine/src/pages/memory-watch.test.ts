import { expect, test } from "@jest/globals";
import { memoryLimits } from "./memory-limits.ts";
import { createMemoryWatch, type WatchedRenderer } from "./memory-watch.ts";

/** Documents that end when their renderer is killed or the watch has looked once more. Gives the code of each. */
async function codesOf(renderers: (WatchedRenderer & { bytes: number })[], browserBytes: number): Promise<unknown[]> {
  const ends = new Map(renderers.map(({ pid }) => [pid, Promise.withResolvers<string>()]));
  let looks = 0;
  const watch = createMemoryWatch({
    browserPid: 1,
    limits: { maxRendererBytes: 100, maxTotalBytes: 150 },
    readBytes(pid) {
      if (pid === 1) looks += 1;
      if (looks > 1) for (const { resolve } of ends.values()) resolve("printed");
      return renderers.find((renderer) => renderer.pid === pid)?.bytes ?? browserBytes;
    },
    kill: (pid) => ends.get(pid)?.reject(new Error("killed")),
  });
  const settled = await Promise.allSettled(
    renderers.map((renderer) => watch.whileWatched(renderer, async () => ends.get(renderer.pid)?.promise)),
  );
  return settled.map((end) => (end.status === "fulfilled" ? end.value : Object(end.reason).code));
}

const renderer = (pid: number, bytes: number, runsScripts = false) => ({ pid, bytes, runsScripts });

test.each([
  ["within their limits", [renderer(2, 70), renderer(3, 70)], 5, ["printed", "printed"]],
  ["of which one is too large", [renderer(2, 101), renderer(3, 40)], 5, ["memory_exceeded", "printed"]],
  ["too large together", [renderer(2, 80), renderer(3, 90)], 5, ["printed", "browser_crashed"]],
  ["beside a script", [renderer(2, 90), renderer(3, 10, true)], 60, ["printed", "browser_crashed"]],
  ["alone with the browser", [renderer(2, 60, true)], 100, ["memory_exceeded"]],
])("documents that are %s end as they must: case %#", async (_, renderers, browserBytes, codes) => {
  expect(await codesOf(renderers, browserBytes)).toEqual(codes);
});

test("the limits follow from the memory of the container, and a small one leaves room for a second document", () => {
  expect(memoryLimits({}, 2_000_000_000)).toEqual({ maxTotalBytes: 1_200_000_000, maxRendererBytes: 900_000_000 });
  expect(memoryLimits({}, 64_000_000_000).maxRendererBytes).toBe(1_000_000_000);
});
