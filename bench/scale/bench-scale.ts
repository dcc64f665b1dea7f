import { parseArgs } from "node:util";
import type { BenchContext } from "../bench-context.ts";
import type { Report } from "../report/report.ts";
import { withCleanup } from "../cleanup.ts";
import { describeMachine } from "../measure/report-results.ts";
import { drive, type Driven } from "./drive.ts";
import { readRedisTraffic } from "./redis-traffic.ts";
import { reportScale, type ScalePoint } from "./report-scale.ts";
import { startStubPlaten, type StubPlaten } from "./stub-platen.ts";
import { numberOption, numberOptions } from "../number-option.ts";

/** More requests in progress than the slots can print, as at a busy service, and enough to keep the gateway busy. */
const requestsPerSlot = 4;
const inFlight = { fewest: 8, most: 256 };
const warmUpMs = 15_000;
const settleMs = 2_000;

/**
 * Measures what one gateway, one catalog, one Redis and one PostgreSQL carry, and what a document costs there. The
 * workers, up to 64, are real except for the browser, which takes time and no processor.
 */
export async function benchScale(context: BenchContext): Promise<Report> {
  const { say, args } = context;
  const { values } = parseArgs({
    args: [...args],
    options: {
      slots: { type: "string", default: "1,2,4,8,16,32,64" },
      print: { type: "string", default: "20" },
      window: { type: "string", default: "8" },
    },
  });
  const windowMs = numberOption("window", values.window) * 1_000;
  const printMs = numberOption("print", values.print);
  const slots = numberOptions("slots", values.slots);

  return withCleanup(async (onCleanup) => {
    const platen = await startStubPlaten(context, onCleanup);
    const points: ScalePoint[] = [];
    const measure = async (printMs: number) => {
      const point = await measurePoint(platen, { printMs, windowMs });
      points.push(point);
      const { driven } = point;
      const cpu = [...driven.cpuMs].map(([part, ms]) => `${part} ${ms.toFixed(2)}`).join(", ");
      const others = driven.foreignCores > 0.35 ? `; others used ${driven.foreignCores.toFixed(1)} cores` : "";
      say(
        `  ${point.slots} slots of ${printMs} ms, ${point.gateways} gateways: ${driven.perSecond.toFixed(0)}/s, CPU ms: ${cpu}${others}`,
      );
    };
    const machine = describeMachine("no browser");
    await platen.growTo(slots[0] ?? 1);
    await driveWith(platen, { printMs: 0, windowMs: warmUpMs });
    for (const wanted of slots) {
      await platen.growTo(wanted);
      await measure(printMs);
    }
    // All slots again, with a browser that takes no time and with slow documents.
    for (const other of [0, 60]) await measure(other);
    await platen.addGateway();
    await driveWith(platen, { printMs: 0, windowMs: warmUpMs });
    for (const other of [0, printMs]) await measure(other);

    const bytes = (await platen.bytesPerRecord()).toFixed(0);
    const notes = [`A document's record takes ${bytes} bytes in PostgreSQL, indexes included.`];
    return { machine, ...reportScale(points), notes };
  });
}

function driveWith(platen: StubPlaten, { printMs, windowMs }: { printMs: number; windowMs: number }): Promise<Driven> {
  const wanted = Math.min(inFlight.most, Math.max(inFlight.fewest, platen.slots() * requestsPerSlot));
  return drive(platen.requests(printMs), { concurrency: wanted, windowMs, parts: platen.parts() });
}

async function measurePoint(
  platen: StubPlaten,
  { printMs, windowMs }: { printMs: number; windowMs: number },
): Promise<ScalePoint> {
  await driveWith(platen, { printMs, windowMs: settleMs });
  const before = await readRedisTraffic(platen.redisUrl);
  const driven = await driveWith(platen, { printMs, windowMs });
  const after = await readRedisTraffic(platen.redisUrl);
  const documents = Math.max(1, driven.documents);
  return {
    slots: platen.slots(),
    gateways: platen.gateways(),
    printMs,
    driven,
    redis: {
      commands: (after.commands - before.commands) / documents,
      bytesIn: (after.bytesIn - before.bytesIn) / documents,
      bytesOut: (after.bytesOut - before.bytesOut) / documents,
    },
  };
}
