import { expect, test } from "@jest/globals";
import { cpuMs, foreignCores, type ProcessPart, type UsageSnapshot } from "./process-usage.ts";

const times = (parent: number, isNode: boolean, ownTicks: number, reapedTicks = 0) => ({
  parent,
  isNode,
  ownTicks,
  reapedTicks,
});
/** A worker with a fill process and a browser, whose first renderer and whose predecessor have ended. */
const snapshot: UsageSnapshot = {
  processes: new Map([
    [1, times(0, true, 1_000)],
    [10, times(1, true, 5, 70)],
    [11, times(10, true, 2)],
    [12, times(10, false, 20, 30)],
    [13, times(12, false, 300)],
  ]),
  busyTicks: 0,
  atMs: 0,
};

test("each process of a worker counts for one part, also the processes that have ended", () => {
  const of = (scope: ProcessPart["scope"]) => cpuMs(snapshot, { pid: 10, scope });
  expect([of("self"), of("Node.js below"), of("others below")]).toEqual([50, 20, 4_200]);
  expect(of("below")).toBe(of("Node.js below") + of("others below"));
  expect(of("tree")).toBe(of("self") + of("below"));
});

test("a named process beside the benchmark is not foreign, and a process in two named trees counts once", () => {
  const after: UsageSnapshot = {
    processes: new Map(
      [...snapshot.processes].map(([pid, one]) => [pid, { ...one, ownTicks: one.ownTicks + 10 }] as const),
    ),
    busyTicks: 50,
    atMs: 1_000,
  };
  const foreign = (...pids: number[]) => foreignCores(snapshot, after, new Set(pids));
  expect(foreign(12)).toBeCloseTo(0.3);
  expect(foreign(12, 11)).toBeCloseTo(0.2);
  expect(foreign(10, 12, 13)).toBeCloseTo(0.1);
});
