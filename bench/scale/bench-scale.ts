import { Redis } from "ioredis";
import type { BenchContext } from "../bench-context.ts";
import { invoice } from "../documents/invoice.ts";
import { measureWindow, totalCpuMs, type Measured } from "../measure/measure-window.ts";
import { describeMachine } from "../measure/report-results.ts";
import { percentile } from "../measure/statistics.ts";
import { positive, positives, readOptions } from "../read-options.ts";
import type { Report } from "../report/report.ts";
import { startStubPlaten, type StubPlaten, type Written } from "./stub-platen.ts";

/** More requests in progress than the slots can print, as at a busy service, and enough to keep the gateway busy. */
const requestsPerSlot = 4;
const inFlight = { fewest: 8, most: 256 };
const warmUpMs = 15_000;

type Point = {
  slots: number;
  gateways: number;
  printMs: number;
  measured: Measured;
  redisCommands: number;
  /** Of one document. */
  written: Written;
};

/**
 * Measures what one gateway, one catalog, one Redis and one PostgreSQL carry, and what a document costs there. The
 * workers, up to 64, are real except for the browser, which takes time and no processor.
 */
export async function benchScale({ say, args }: BenchContext): Promise<Report> {
  const options = readOptions(args, {
    slots: positives.default([1, 2, 4, 8, 16, 32, 64]),
    print: positive.default(20),
    window: positive.default(8),
  });
  const platen = await startStubPlaten();
  const machine = describeMachine("no browser");
  const points: Point[] = [];
  const measure = async (printMs: number) => {
    const [before, writtenBefore] = [await countRedisCommands(platen), await platen.written()];
    const measured = await drive(platen, printMs, options.window * 1_000);
    const perDocument = (bytes: number) => bytes / Math.max(1, measured.latenciesMs.length);
    const redisCommands = perDocument((await countRedisCommands(platen)) - before);
    const written = differenceOf(await platen.written(), writtenBefore, perDocument);
    points.push({ slots: platen.slots(), gateways: platen.gateways(), printMs, measured, redisCommands, written });
    say(
      `  ${platen.slots()} slots of ${printMs} ms, ${platen.gateways()} gateways: ${measured.perSecond.toFixed(0)}/s`,
    );
  };
  for (const [index, wanted] of options.slots.entries()) {
    await platen.growTo(wanted);
    if (index === 0) await drive(platen, 0, warmUpMs);
    await measure(options.print);
  }
  // All slots again, with a browser that takes no time, with slow documents, and with a second gateway.
  for (const printMs of [0, 60]) await measure(printMs);
  await platen.addGateway();
  await drive(platen, 0, warmUpMs);
  for (const printMs of [0, options.print]) await measure(printMs);

  const busiest = points
    .filter(({ gateways, printMs }) => gateways === 1 && printMs > 0)
    .toSorted((a, b) => b.measured.perSecond - a.measured.perSecond)[0];
  const parts = [...new Set(points.flatMap(({ measured }) => [...measured.cpuMs.keys()]))];
  return {
    machine,
    tables: [
      {
        columns: [
          "Slots",
          "print ms",
          "gateways",
          "documents/s",
          "p50 ms",
          "p99 ms",
          ...parts.map((part) => `${part} CPU ms`),
          "cores busy",
          "Redis commands",
          "bytes: Redis' log",
          "WAL",
          "record",
          "logs",
        ],
        rows: points.map(({ slots, printMs, gateways, measured, redisCommands, written }) => [
          ...[slots, printMs, gateways].map(String),
          measured.perSecond.toFixed(0),
          ...[0.5, 0.99].map((share) => percentile(measured.latenciesMs, share).toFixed(0)),
          ...parts.map((part) => (measured.cpuMs.get(part) ?? 0).toFixed(2)),
          ((totalCpuMs(measured) * measured.perSecond) / 1_000).toFixed(1),
          redisCommands.toFixed(1),
          ...[written.redisLog, written.postgresLog, written.records, written.serviceLogs].map((bytes) =>
            bytes.toFixed(0),
          ),
        ]),
      },
    ],
    figures:
      busiest === undefined
        ? []
        : [
            { name: `documents/s (${busiest.slots} slots)`, values: [busiest.measured.perSecond] },
            ...["gateway", "catalog", "Redis", "PostgreSQL"].map((part) => ({
              name: `${part}: CPU ms per document (${busiest.slots} slots)`,
              values: [busiest.measured.cpuMs.get(part) ?? Number.NaN],
            })),
          ],
    notes: ["The bytes are what one document writes; a record is counted with its indexes, before any vacuum."],
    failures: points.flatMap(({ slots, measured }) => measured.failures.map((failure) => `${slots} slots: ${failure}`)),
  };
}

function drive(platen: StubPlaten, printMs: number, windowMs: number): Promise<Measured> {
  const concurrency = Math.min(inFlight.most, Math.max(inFlight.fewest, platen.slots() * requestsPerSlot));
  const competitor = {
    name: "Platen",
    concurrency,
    processes: () => [...platen.parts],
    print: platen.requester(printMs),
  };
  // All PDFs are the same.
  return measureWindow(competitor, invoice, windowMs, () => Promise.resolve(undefined));
}

function differenceOf(after: Written, before: Written, perDocument: (bytes: number) => number): Written {
  return {
    redisLog: perDocument(after.redisLog - before.redisLog),
    postgresLog: perDocument(after.postgresLog - before.postgresLog),
    records: perDocument(after.records - before.records),
    serviceLogs: perDocument(after.serviceLogs - before.serviceLogs),
  };
}

/** Returns the number of commands that Redis has processed since its start. */
async function countRedisCommands({ redisUrl }: StubPlaten): Promise<number> {
  const redis = new Redis(redisUrl, { connectTimeout: 5_000, commandTimeout: 5_000, retryStrategy: () => null });
  try {
    return Number(/^total_commands_processed:(\d+)/m.exec(await redis.info("stats"))?.[1]);
  } finally {
    redis.disconnect();
  }
}
