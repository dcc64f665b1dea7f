import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createBarredAccounts } from "./barred-accounts.ts";
import { memoryLimits } from "./memory-limits.ts";
import { createRendererWatch, type RendererWatchOptions, type WatchedRenderer } from "./renderer-watch.ts";
import { createThreadLoad, type Load } from "./thread-load.ts";

/** What a watch needs besides, for a browser that answers at once. */
const answering = () => ({
  browserPid: 1,
  limits: { maxRendererBytes: 100, maxTotalBytes: 150 },
  barred: createBarredAccounts(),
  ping: () => Promise.resolve(),
  onStuck: () => undefined,
});
const loadOf = (share: number): Load => ({ share, busyRunMs: share < 0.9 ? 0 : 1_000 });

/** Documents that end when their renderer is killed or the watch has looked once more. Gives the code of each. */
async function codesOf(renderers: (WatchedRenderer & { bytes: number })[], browserBytes: number): Promise<unknown[]> {
  const ends = new Map(renderers.map(({ pid }) => [pid, Promise.withResolvers<string>()]));
  let reads = 0;
  const watch = createRendererWatch({
    ...answering(),
    readBytes(pid) {
      // Reads of documents, so that the test of a watch that forgets the browser ends too.
      if (pid !== 1) reads += 1;
      if (reads > renderers.length) for (const { resolve } of ends.values()) resolve("printed");
      return renderers.find((renderer) => renderer.pid === pid)?.bytes ?? browserBytes;
    },
    kill: (pid) => ends.get(pid)?.reject(new Error("killed")),
  });
  const settled = await Promise.allSettled(
    renderers.map((renderer) => watch.whileWatched(renderer, async () => ends.get(renderer.pid)?.promise)),
  );
  return settled.map((end) => (end.status === "fulfilled" ? end.value : Object(end.reason).code));
}

const renderer = (pid: number, bytes: number, runsScripts = false) => ({
  pid,
  bytes,
  runsScripts,
  asksBrowser: runsScripts,
  holder: accountHolder("acc_a"),
});

test.each([
  ["within their limits", [renderer(2, 70), renderer(3, 70)], 5, ["printed", "printed"]],
  ["of which one is too large", [renderer(2, 101), renderer(3, 40)], 5, ["memory_exceeded", "printed"]],
  ["too large together", [renderer(2, 80), renderer(3, 90)], 5, ["printed", "browser_crashed"]],
  ["beside a script", [renderer(2, 90), renderer(3, 10, true)], 60, ["printed", "browser_crashed"]],
  ["alone with the browser", [renderer(2, 60, true)], 100, ["memory_exceeded"]],
])("documents that are %s end as they must: case %#", async (_, renderers, browserBytes, codes) => {
  expect(await codesOf(renderers, browserBytes)).toEqual(codes);
});

test("the document that keeps the browser busy ends, and its account prints no others of its kind for a minute", async () => {
  let time = 0;
  const killed: number[] = [];
  const shares = new Map([
    [1, 0.95],
    [2, 0.2],
    [3, 1],
  ]);
  const watch = createRendererWatch({
    ...answering(),
    readBytes: () => 0,
    kill: (pid) => killed.push(pid),
    load: { of: (pid) => loadOf(shares.get(pid) ?? 0), reset: () => shares.clear() },
    barred: createBarredAccounts(() => time),
  });
  const untilKilled = async () => {
    while (killed.length === 0) await new Promise(setImmediate);
    throw new Error("killed");
  };
  const script = (pid: number, account: string) => ({
    pid,
    runsScripts: true,
    asksBrowser: true,
    holder: accountHolder(account),
  });
  const quiet = watch.whileWatched(script(2, "acc_quiet"), () => untilKilled().catch(() => "printed"));
  await expect(watch.whileWatched(script(3, "acc_busy"), untilKilled)).rejects.toMatchObject({ code: "render_failed" });
  expect([killed, await quiet]).toEqual([[3], "printed"]);
  const next = () => watch.whileWatched(script(4, "acc_busy"), () => Promise.resolve("printed"));
  await expect(next()).rejects.toMatchObject({ code: "render_failed" });
  time = 60_000;
  expect(await next()).toBe("printed");
});

/** A browser that is always busy, and documents that end when they are killed or the watch has looked three times. */
function startBusyBrowser(options: Pick<RendererWatchOptions, "ping" | "onStuck" | "now">) {
  let looks = 0;
  const killed: number[] = [];
  const watch = createRendererWatch({
    ...answering(),
    readBytes(pid) {
      if (pid === 1) looks += 1;
      return 0;
    },
    kill: (pid) => killed.push(pid),
    load: { of: (pid) => loadOf(pid === 1 ? 0.95 : 0.1), reset: () => undefined },
    ...options,
  });
  return async (pid: number): Promise<string> => {
    const script = { pid, runsScripts: true, asksBrowser: true, holder: accountHolder(`acc_${pid}`) };
    const enough = looks + 3;
    const hasEnded = () => looks >= enough || killed.includes(pid);
    return watch
      .whileWatched(script, async () => {
        while (!hasEnded()) await new Promise(setImmediate);
        if (killed.includes(pid)) throw new Error("killed");
      })
      .then(
        () => "printed",
        () => "to blame",
      );
  };
}

test("while a browser works off what an ended document asked for, no other is to blame, and it is replaced after a moment", async () => {
  const stuck = Promise.withResolvers<string>();
  const print = startBusyBrowser({ ping: () => new Promise(() => {}), onStuck: () => stuck.resolve("replaced") });
  expect([await print(2), await print(3), await stuck.promise]).toEqual(["to blame", "printed", "replaced"]);
});

test.each([
  [
    "less than three seconds after it has ended a document, is replaced, and no document is to blame",
    2_999,
    "printed",
    1,
  ],
  ["three seconds after it has ended a document, has another one to blame", 3_000, "to blame", 0],
])("a browser that answers, and is busy again %s", async (_, afterMs, end, replacements) => {
  let [time, replaced] = [0, 0];
  const print = startBusyBrowser({
    ping: () => Promise.resolve(),
    onStuck: () => void (replaced += 1),
    now: () => time,
  });
  expect(await print(2)).toBe("to blame");
  time = afterMs;
  expect([await print(3), replaced]).toEqual([end, replacements]);
});

test("a document with so many busy threads that the browser gets no processor ends, and the one beside it is printed", async () => {
  const killed: number[] = [];
  const starved = { share: 0.95, busyRunMs: 40 };
  const watch = createRendererWatch({
    ...answering(),
    readBytes: () => 0,
    kill: (pid) => killed.push(pid),
    load: { of: (pid) => (pid === 1 ? starved : loadOf(pid === 2 ? 1 : 0.1)), reset: () => undefined },
    processLoad: { of: (pid) => ({ share: pid === 2 ? 1 : 1.8, busyRunMs: 0 }), reset: () => undefined },
  });
  const script = (pid: number) => ({ pid, runsScripts: true, asksBrowser: true, holder: accountHolder(`acc_${pid}`) });
  const untilKilled = async (): Promise<never> => {
    while (killed.length === 0) await new Promise(setImmediate);
    throw new Error("killed");
  };
  const beside = watch.whileWatched(script(2), () => untilKilled().catch(() => "printed"));
  await expect(watch.whileWatched(script(3), untilKilled)).rejects.toMatchObject({ code: "render_failed" });
  expect([killed, await beside]).toEqual([[3], "printed"]);
});

/** Asks ten times a second, while the thread runs and waits for shares of the time. Gives the last load, rounded. */
function loadAfter(...periods: { seconds: number; runs: number; waits: number }[]): Load {
  let at = 0;
  let [ranMs, wantedMs] = [0, 0];
  const load = createThreadLoad({ readTimes: () => ({ ranMs, wantedMs }), now: () => at });
  let last = load.of(1);
  for (const { seconds, runs, waits } of periods) {
    for (let step = 0; step < seconds * 10; step += 1) {
      at += 100;
      ranMs += 100 * runs;
      wantedMs += 100 * (runs + waits);
      last = load.of(1);
    }
  }
  return { share: Number(last.share.toFixed(2)), busyRunMs: Math.round(last.busyRunMs) };
}

test("a thread is busy after 0.7 seconds in which it always had work, and the time counts for which it ran since then", () => {
  const alone = { runs: 1, waits: 0 };
  const starved = { runs: 0.1, waits: 0.9 };
  const idle = { runs: 0.1, waits: 0 };
  expect(loadAfter({ seconds: 0.6, ...alone })).toEqual({ share: 0, busyRunMs: 0 });
  expect(loadAfter({ seconds: 1, ...alone })).toEqual({ share: 1, busyRunMs: 1_000 });
  expect(loadAfter({ seconds: 5, ...idle })).toEqual({ share: 0.1, busyRunMs: 0 });
  expect(loadAfter({ seconds: 5, ...idle }, { seconds: 3, ...starved })).toEqual({ share: 1, busyRunMs: 300 });
  expect(loadAfter({ seconds: 8, ...starved })).toEqual({ share: 1, busyRunMs: 800 });
  expect(loadAfter({ seconds: 8, ...starved }, { seconds: 1, ...idle })).toEqual({ share: 0.1, busyRunMs: 0 });
});

test("the limits follow from the memory of the container, and a small one leaves room for a second document", () => {
  expect(memoryLimits({}, 2_000_000_000)).toEqual({ maxTotalBytes: 1_200_000_000, maxRendererBytes: 900_000_000 });
  expect(memoryLimits({}, 64_000_000_000).maxRendererBytes).toBe(1_000_000_000);
});
