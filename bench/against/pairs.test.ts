import { expect, test } from "@jest/globals";
import { comparePairs, cpuOf, measurePairs, pairTable, type Measurement, type Pair, type Side } from "./pairs.ts";

const measurement = (cpuMs: Record<string, number>, perSecond = 50): Measurement => ({
  perSecond,
  latenciesMs: [10, 20, 30],
  cpuMs: new Map(Object.entries(cpuMs)),
  failures: [],
});
const names = { old: "c16bd3f7", new: "now" };
const pair = (old: number, current: number): Pair => ({
  old: measurement({ gateway: old }),
  new: measurement({ gateway: current }),
});

test("a machine that is three times slower in the last pair than in the first changes no ratio", () => {
  const pairs = [pair(1, 1.1), pair(1.5, 1.65), pair(2, 2.2), pair(2.5, 2.75), pair(3, 3.3)];
  const { old, ratios } = comparePairs(pairs, cpuOf);
  expect(old).toBe(2);
  for (const ratio of ratios) expect(ratio).toBeCloseTo(1.1);
});

test("a pair that the machine disturbed widens the range, and leaves the median and its interval", () => {
  const pairs = [...Array.from({ length: 9 }, () => pair(2, 2.02)), pair(2, 5)];
  const { columns, rows } = pairTable(pairs, { title: "invoice", unit: "PDF", names });
  expect(columns.slice(3)).toEqual(["new to old", "95 % from", "to", "lowest", "highest"]);
  expect(rows.find(([name]) => name === "gateway")?.slice(3)).toEqual(["1.010", "1.010", "1.010", "1.010", "2.500"]);
});

test("the table has the rate, the latency and the processor time of each part that either side uses", () => {
  const pairs = [
    {
      old: measurement({ gateway: 1, worker: 3 }, 40),
      new: { ...measurement({ gateway: 2, worker: 3, courier: 0.5, browser: 0 }, 30), latenciesMs: [] },
    },
  ];
  const { columns, rows } = pairTable(pairs, { title: "invoice", unit: "PDF", names });
  expect(columns.slice(0, 3)).toEqual(["invoice", "c16bd3f7", "now"]);
  expect(rows.map((row) => row.slice(0, 4))).toEqual([
    ["PDFs a second", "40.0", "30.0", "0.750"],
    ["p50 ms", "20.0", "", ""],
    ["p99 ms", "30.0", "", ""],
    ["**CPU ms of a PDF**", "4.00", "5.50", "1.375"],
    ["gateway", "1.00", "2.00", "2.000"],
    ["worker", "3.00", "3.00", "1.000"],
    ["courier", "0.00", "0.50", ""],
  ]);
});

test("a round measures each side twice, so that a machine that gets slower all the time changes no ratio", async () => {
  const order: Side[] = [];
  const measure = (side: Side) => {
    order.push(side);
    const slowness = 1 + order.length / 10;
    return Promise.resolve(measurement({ gateway: (side === "old" ? 1 : 2) * slowness }));
  };
  const pairs = await measurePairs(measure, { rounds: 2, onPair: () => undefined });
  expect(order).toEqual(["old", "new", "new", "old", "new", "old", "old", "new"]);
  for (const one of pairs) expect(cpuOf(one.new) / cpuOf(one.old)).toBeCloseTo(2);
});
