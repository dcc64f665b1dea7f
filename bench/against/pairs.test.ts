import { expect, test } from "@jest/globals";
import { comparePairs, cpuOf, measurePairs, pairTable, type Measurement, type Pair, type Side } from "./pairs.ts";

const measurement = (cpuMs: Record<string, number>, perSecond = 50): Measurement => ({
  perSecond,
  latenciesMs: [10, 20, 30],
  cpuMs: new Map(Object.entries(cpuMs)),
  failures: [],
});
const pair = (old: number, current: number): Pair => ({
  old: measurement({ gateway: old }),
  new: measurement({ gateway: current }),
});

test("a machine that gets three times slower between the pairs changes no ratio", () => {
  const pairs = [pair(1, 1.1), pair(1.5, 1.65), pair(2, 2.2), pair(2.5, 2.75), pair(3, 3.3)];
  const { old, ratios } = comparePairs(pairs, cpuOf);
  expect(old).toBe(2);
  for (const ratio of ratios) expect(ratio).toBeCloseTo(1.1);
});

test("a pair that the machine disturbed widens the range, and leaves the median", () => {
  const { rows } = pairTable([pair(2, 2.02), pair(2, 2.02), pair(2, 5)], {
    title: "invoice",
    unit: "PDF",
    names: { old: "c16bd3f7", new: "now" },
  });
  expect(rows.find(([name]) => name === "gateway")?.slice(3)).toEqual(["1.010", "1.010", "2.500"]);
});

test("the table has the rate, the latency and the processor time of each part of either side", () => {
  const pairs = [
    {
      old: measurement({ gateway: 1, worker: 3 }, 40),
      new: { ...measurement({ gateway: 2, worker: 3, courier: 0.5 }, 30), latenciesMs: [] },
    },
  ];
  const names = { old: "c16bd3f7", new: "now" };
  expect(pairTable(pairs, { title: "invoice", unit: "PDF", names })).toEqual({
    columns: ["invoice", "c16bd3f7", "now", "new to old", "lowest", "highest"],
    rows: [
      ["PDFs a second", "40.0", "30.0", "0.750", "0.750", "0.750"],
      ["p50 ms", "20.0", "", "", "", ""],
      ["p99 ms", "30.0", "", "", "", ""],
      ["**CPU ms of a PDF**", "4.00", "5.50", "1.375", "1.375", "1.375"],
      ["gateway", "1.00", "2.00", "2.000", "2.000", "2.000"],
      ["worker", "3.00", "3.00", "1.000", "1.000", "1.000"],
      ["courier", "0.00", "0.50", "", "", ""],
    ],
  });
});

test("the sides take turns, and each is first in every other round", async () => {
  const order: Side[] = [];
  const measure = (side: Side) => {
    order.push(side);
    return Promise.resolve(measurement({ gateway: side === "old" ? 1 : 2 }));
  };
  const pairs = await measurePairs(measure, { rounds: 3, onPair: () => undefined });
  expect(order).toEqual(["old", "new", "new", "old", "old", "new"]);
  expect(pairs.map((one) => cpuOf(one.new) / cpuOf(one.old))).toEqual([2, 2, 2]);
});
