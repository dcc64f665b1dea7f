import type { Driven } from "./drive.ts";
import type { RedisTraffic } from "./redis-traffic.ts";

export type ScalePoint = {
  slots: number;
  gateways: number;
  printMs: number;
  driven: Driven;
  /** For one document. */
  redis: RedisTraffic;
};

/** All that was measured, and what follows from it for one core of each kind of process. */
export function scaleReport(points: readonly ScalePoint[], machine: string): string[] {
  return [
    "",
    machine,
    "",
    ...curve(points),
    "",
    ...fullCores(points),
    "",
    ...points.flatMap(({ slots, driven }) =>
      driven.failures.slice(0, 3).map((failure) => `FAILED, ${slots}: ${failure}`),
    ),
  ];
}

function curve(points: readonly ScalePoint[]): string[] {
  const parts = [...new Set(points.flatMap(({ driven }) => [...driven.cpuMs.keys()]))];
  return [
    `| Slots | print ms | gateways | documents/s | p50 ms | p99 ms | ${parts.map((part) => `${part} CPU ms`).join(" | ")} | cores busy | Redis commands | KB in | KB out |`,
    `| ${Array.from({ length: parts.length + 10 }, () => "--:").join(" | ")} |`,
    ...points.map(({ slots, gateways, printMs, driven, redis }) => {
      const cells = [
        slots,
        printMs,
        gateways,
        driven.perSecond.toFixed(0),
        driven.p50Ms.toFixed(0),
        driven.p99Ms.toFixed(0),
        ...parts.map((part) => (driven.cpuMs.get(part) ?? 0).toFixed(2)),
        driven.busyCores.toFixed(1),
        redis.commands.toFixed(1),
        (redis.bytesIn / 1e3).toFixed(1),
        (redis.bytesOut / 1e3).toFixed(1),
      ];
      return `| ${cells.join(" | ")} |`;
    }),
  ];
}

/** Derived, not measured: as many documents as one core's second holds of the processor time of one. */
function fullCores(points: readonly ScalePoint[]): string[] {
  const busiest = points
    .filter(({ gateways, printMs }) => gateways === 1 && printMs > 0)
    .toSorted((a, b) => b.driven.perSecond - a.driven.perSecond)[0];
  if (busiest === undefined) return [];
  const { driven, slots, printMs } = busiest;
  return [
    `Derived from ${slots} slots of ${printMs} ms, where ${driven.perSecond.toFixed(0)} documents/s were made:`,
    "",
    "| Process | CPU ms/document | documents/s of one full core |",
    "| --- | --: | --: |",
    ...[...driven.cpuMs].map(([part, ms]) => `| ${part} | ${ms.toFixed(2)} | ${(1_000 / ms).toFixed(0)} |`),
  ];
}
