import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { withEnding } from "../ending.ts";
import { findChromium } from "../find-chromium.ts";
import { memoryBytes, takeSnapshot } from "../measure/process-usage.ts";
import { machineLine } from "../measure/report-results.ts";
import { drive, type Driven } from "../scale/drive.ts";
import { startSizedPlaten, type SizedPlaten, type SizedRequest } from "./sized-platen.ts";
import { numberOf, numbersOf } from "../number-of.ts";

const lanesPerSlot = 8;
const warmUpMs = 10_000;
const notOurs = "load generator";

type Sized = { slots: number; driven: Driven; megabytes: ReadonlyMap<string, number> };

/** What a document costs by template, and what workers and slots take: the figures that an installation is sized by. */
export async function benchSizing(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
  const { values } = parseArgs({
    args: [...args],
    options: {
      window: { type: "string", default: "8" },
      workers: { type: "string", default: "1,2,4" },
      slots: { type: "string", default: "2,4" },
    },
  });
  const windowMs = numberOf("window", values.window) * 1_000;

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const chromiumPath = await findChromium(surroundings, folder);
    const machine = machineLine(chromiumPath);
    const lines = ["", machine, ""];

    await withEnding(async (atEnd) => {
      const platen = await startSizedPlaten(surroundings, atEnd, { chromiumPath, slotsPerWorker: 1 });
      lines.push(`| Workers of one slot | ${head} |`, line(head.split("|").length + 1));
      for (const wanted of numbersOf("workers", values.workers)) {
        while (platen.workers() < wanted) await platen.addWorker();
        const sized = await measure(platen, { requests: invoices(platen), slots: wanted, windowMs });
        say(`  ${wanted} workers: ${sized.driven.perSecond.toFixed(1)}/s`);
        lines.push(`| ${[wanted, ...cells(sized)].join(" | ")} |`);
      }
    });

    lines.push("", `| Slots of one worker | ${head} |`, line(head.split("|").length + 1));
    for (const slots of numbersOf("slots", values.slots)) {
      await withEnding(async (atEnd) => {
        const platen = await startSizedPlaten(surroundings, atEnd, { chromiumPath, slotsPerWorker: slots });
        const sized = await measure(platen, { requests: invoices(platen), slots, windowMs });
        say(`  ${slots} slots: ${sized.driven.perSecond.toFixed(1)}/s`);
        lines.push(`| ${[slots, ...cells(sized)].join(" | ")} |`);
      });
    }

    await withEnding(async (atEnd) => {
      const platen = await startSizedPlaten(surroundings, atEnd, { chromiumPath, slotsPerWorker: 2 });
      lines.push("", `| Template | ${head} |`, line(head.split("|").length + 1));
      for (const request of platen.requests) {
        const sized = await measure(platen, { requests: [request], slots: 2, windowMs });
        say(`  ${request.name}: ${sized.driven.perSecond.toFixed(1)}/s`);
        lines.push(`| ${[request.name, ...cells(sized)].join(" | ")} |`);
      }
    });
    for (const text of lines) say(text);
  });
}

function invoices(platen: SizedPlaten): SizedRequest[] {
  return platen.requests.filter(({ name }) => name === "Invoice");
}

async function measure(
  platen: SizedPlaten,
  { requests, slots, windowMs }: { requests: SizedRequest[]; slots: number; windowMs: number },
): Promise<Sized> {
  const options = { lanes: slots * lanesPerSlot, parts: platen.parts() };
  await drive(requests, { ...options, windowMs: warmUpMs });
  const driven = await drive(requests, { ...options, windowMs });
  if (driven.failures.length > 0) throw new Error(`a document was not made: ${driven.failures[0]}`);
  const snapshot = takeSnapshot();
  const megabytes = new Map<string, number>();
  for (const part of platen.parts()) {
    megabytes.set(part.part, (megabytes.get(part.part) ?? 0) + memoryBytes(snapshot, part) / 1e6);
  }
  return { slots, driven, megabytes };
}

const head = [
  "PDF/s",
  "p50 ms",
  "p99 ms",
  "browser CPU ms",
  "worker",
  "gateway",
  "catalog",
  "Redis",
  "PostgreSQL",
  "all of Platen",
  "PDF/s of one full core",
  "cores busy, load generator included",
  "browser MB",
  "worker MB",
].join(" | ");

function cells({ driven, megabytes }: Sized): string[] {
  const cpu = (part: string) => driven.cpuMs.get(part) ?? 0;
  const all = [...driven.cpuMs].reduce((sum, [part, ms]) => sum + (part === notOurs ? 0 : ms), 0);
  return [
    driven.perSecond.toFixed(1),
    driven.p50Ms.toFixed(0),
    driven.p99Ms.toFixed(0),
    ...["browser", "worker", "gateway", "catalog", "Redis", "PostgreSQL"].map((part) => cpu(part).toFixed(2)),
    all.toFixed(1),
    (1_000 / all).toFixed(1),
    driven.busyCores.toFixed(2),
    (megabytes.get("browser") ?? 0).toFixed(0),
    (megabytes.get("worker") ?? 0).toFixed(0),
  ];
}

function line(columns: number): string {
  return `| ${Array.from({ length: columns }, () => "--:").join(" | ")} |`;
}
