import type { Figure, Report, Table } from "../report/report.ts";
import type { Driven } from "./drive.ts";
import type { RedisTraffic } from "./redis-traffic.ts";

export type ScalePoint = {
  slots: number;
  gateways: number;
  printMs: number;
  driven: Driven;
  /** Traffic per document. */
  redis: RedisTraffic;
};

/** Each point, the capacity of a full core that follows from the busiest one, and the failures. */
export function reportScale(points: readonly ScalePoint[]): Pick<Report, "tables" | "figures" | "failures"> {
  const busiest = points
    .filter(({ gateways, printMs }) => gateways === 1 && printMs > 0)
    .toSorted((a, b) => b.driven.perSecond - a.driven.perSecond)[0];
  return {
    tables: [pointTable(points), ...(busiest === undefined ? [] : [coreTable(busiest)])],
    figures: busiest === undefined ? [] : figuresOf(busiest),
    failures: points.flatMap(({ slots, driven }) => driven.failures.map((failure) => `${slots} slots: ${failure}`)),
  };
}

function pointTable(points: readonly ScalePoint[]): Table {
  const parts = [...new Set(points.flatMap(({ driven }) => [...driven.cpuMs.keys()]))];
  const rows = points.map(({ slots, gateways, printMs, driven, redis }) => [
    String(slots),
    String(printMs),
    String(gateways),
    driven.perSecond.toFixed(0),
    driven.p50Ms.toFixed(0),
    driven.p99Ms.toFixed(0),
    ...parts.map((part) => (driven.cpuMs.get(part) ?? 0).toFixed(2)),
    driven.busyCores.toFixed(1),
    redis.commands.toFixed(1),
    (redis.bytesIn / 1e3).toFixed(1),
    (redis.bytesOut / 1e3).toFixed(1),
  ]);
  const columns = ["Slots", "print ms", "gateways", "documents/s", "p50 ms", "p99 ms"];
  const cpu = parts.map((part) => `${part} CPU ms`);
  return { columns: [...columns, ...cpu, "cores busy", "Redis commands", "KB in", "KB out"], rows };
}

/** Derived, not measured: the documents that a second of one full core is enough for. */
function coreTable({ slots, printMs, driven }: ScalePoint): Table {
  return {
    columns: [
      `Process, with ${slots} slots of ${printMs} ms`,
      "CPU ms/document",
      "documents/s of a full core (derived)",
    ],
    rows: [...driven.cpuMs].map(([part, ms]) => [part, ms.toFixed(2), (1_000 / ms).toFixed(0)]),
  };
}

function figuresOf({ slots, driven }: ScalePoint): Figure[] {
  const cpu = ["gateway", "catalog", "Redis", "PostgreSQL"].map((part) => ({
    name: `${part}: CPU ms per document (${slots} slots)`,
    values: [driven.cpuMs.get(part) ?? Number.NaN],
  }));
  return [{ name: `documents/s (${slots} slots)`, values: [driven.perSecond] }, ...cpu];
}
