import type { Measured } from "../measure/measure-window.ts";
import { median, percentile } from "../measure/statistics.ts";
import type { Table } from "../report/report.ts";

/** What a side did under the load for some time. */
export type Measurement = Pick<Measured, "perSecond" | "latenciesMs" | "cpuMs" | "failures">;
export type Side = "old" | "new";
export const sides: readonly Side[] = ["old", "new"];

/** Two measurements, one right after the other. What the machine does meanwhile changes both. */
export type Pair = Record<Side, Measurement>;

/** A value of each side, and the ratios of the new one to the old one, pair by pair. */
export type Compared = Record<Side, number> & { ratios: readonly number[] };

/** Measures both sides in rounds. Each round begins with the other side. */
export async function measurePairs(
  measure: (side: Side) => Promise<Measurement>,
  { rounds, onPair }: { rounds: number; onPair: (pair: Pair, round: number) => void },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured = new Map<Side, Measurement>();
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) measured.set(side, await measure(side));
    const [old, current] = [measured.get("old"), measured.get("new")];
    if (old === undefined || current === undefined) throw new Error("a round measures both sides");
    const pair = { old, new: current };
    pairs.push(pair);
    onPair(pair, round);
  }
  return pairs;
}

/** Takes the median of each side, and the ratio within each pair: drift from pair to pair does not reach the ratios. */
export function comparePairs(pairs: readonly Pair[], value: (measurement: Measurement) => number): Compared {
  return {
    old: median(pairs.map((pair) => value(pair.old))),
    new: median(pairs.map((pair) => value(pair.new))),
    ratios: pairs.map((pair) => value(pair.new) / value(pair.old)),
  };
}

/** Processor time of a document, of all parts. */
export function cpuOf({ cpuMs }: Measurement): number {
  return [...cpuMs.values()].reduce((sum, value) => sum + value, 0);
}

/** Shows the old side beside the new one: rate, latency, and processor time by part. */
export function pairTable(
  pairs: readonly Pair[],
  { title, unit, names }: { title: string; unit: string; names: Record<Side, string> },
): Table {
  const parts = new Set(pairs.flatMap((pair) => [...pair.new.cpuMs.keys(), ...pair.old.cpuMs.keys()]));
  const row = (name: string, digits: number, value: (measurement: Measurement) => number) =>
    cells(name, digits, comparePairs(pairs, value));
  return {
    columns: [title, names.old, names.new, "new to old", "lowest", "highest"],
    rows: [
      row(`${unit}s a second`, 1, ({ perSecond }) => perSecond),
      row("p50 ms", 1, ({ latenciesMs }) => percentile(latenciesMs, 0.5)),
      row("p99 ms", 1, ({ latenciesMs }) => percentile(latenciesMs, 0.99)),
      row(`**CPU ms of a ${unit}**`, 2, cpuOf),
      ...[...parts].map((part) => row(part, 2, ({ cpuMs }) => cpuMs.get(part) ?? 0)),
    ],
  };
}

function cells(name: string, digits: number, { old, new: current, ratios }: Compared): string[] {
  const ratio = [median(ratios), Math.min(...ratios), Math.max(...ratios)];
  return [name, show(old, digits), show(current, digits), ...ratio.map((value) => show(value, 3))];
}

/** Shows nothing for a part that one of the sides does not have. */
const show = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : "");
