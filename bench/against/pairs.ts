import type { Measured } from "../measure/measure-window.ts";
import { median, medianInterval, percentile } from "../measure/statistics.ts";
import type { Table } from "../report/report.ts";

/** What a side did under the load for some time. */
export type Measurement = Pick<Measured, "perSecond" | "latenciesMs" | "cpuMs" | "failures">;
export type Side = "old" | "new";
export const sides: readonly Side[] = ["old", "new"];

/** What both sides did in one round. What the machine did meanwhile changed both. */
export type Pair = Record<Side, Measurement>;

/** A value of each side, and the ratios of the new one to the old one, pair by pair. */
export type Compared = Record<Side, number> & { ratios: readonly number[] };

/**
 * Measures both sides in rounds: old, new, new, old, and the other way around in every other round. A machine that gets
 * slower at a constant rate is as slow for both, and each is as often first, and as often right after itself.
 */
export async function measurePairs(
  measure: (side: Side) => Promise<Measurement>,
  { rounds, onPair }: { rounds: number; onPair: (pair: Pair, round: number) => void },
): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const measured: Record<Side, Measurement[]> = { old: [], new: [] };
    const order = round % 2 === 0 ? sides : sides.toReversed();
    for (const side of [...order, ...order.toReversed()]) measured[side].push(await measure(side));
    const pair = { old: combine(measured.old), new: combine(measured.new) };
    pairs.push(pair);
    onPair(pair, round);
  }
  return pairs;
}

function combine(measurements: readonly Measurement[]): Measurement {
  const mean = (value: (one: Measurement) => number) =>
    measurements.reduce((sum, one) => sum + value(one), 0) / measurements.length;
  const parts = new Set(measurements.flatMap(({ cpuMs }) => [...cpuMs.keys()]));
  return {
    perSecond: mean(({ perSecond }) => perSecond),
    latenciesMs: measurements.flatMap(({ latenciesMs }) => latenciesMs),
    cpuMs: new Map([...parts].map((part) => [part, mean(({ cpuMs }) => cpuMs.get(part) ?? 0)])),
    failures: measurements.flatMap(({ failures }) => failures),
  };
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
    columns: [title, names.old, names.new, "new to old", "95 % from", "to", "lowest", "highest"],
    rows: [
      row(`${unit}s a second`, 1, ({ perSecond }) => perSecond),
      row("p50 ms", 1, ({ latenciesMs }) => percentile(latenciesMs, 0.5)),
      row("p99 ms", 1, ({ latenciesMs }) => percentile(latenciesMs, 0.99)),
      row(`**CPU ms of a ${unit}**`, 2, cpuOf),
      ...[...parts].map((part) => row(part, 2, ({ cpuMs }) => cpuMs.get(part) ?? 0)),
    ].filter(([, old, current]) => Number(old) > 0 || Number(current) > 0),
  };
}

function cells(name: string, digits: number, { old, new: current, ratios }: Compared): string[] {
  const ratio = [median(ratios), ...medianInterval(ratios), Math.min(...ratios), Math.max(...ratios)];
  return [name, show(old, digits), show(current, digits), ...ratio.map((value) => show(value, 3))];
}

/** Shows nothing for a part that one of the sides does not have. */
const show = (value: number, digits: number) => (Number.isFinite(value) ? value.toFixed(digits) : "");
