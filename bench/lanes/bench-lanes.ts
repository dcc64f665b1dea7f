import { setTimeout as delay } from "node:timers/promises";
import { serviceHolder } from "@platen/contracts/holder";
import { prepareHtml, type Engine } from "@platen/engine";
import type { Benchmark } from "../bench-context.ts";
import { filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { table } from "../documents/table.ts";
import { arriveByChance } from "../measure/arrive-by-chance.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { positive, readOptions } from "../read-options.ts";
import { openEngine } from "../render/start-engine.ts";
import type { Figure } from "../report/report.ts";

const slots = 2;
/** As many as a worker takes from the background queue. */
const floodAtOnce = slots;
/** Interactive documents at once where their rate is measured. */
const connections = 2 * slots;

const holder = serviceHolder("prints");

type Lane = "interactive" | "background";
/** A way to keep background documents from interactive ones; without the rule both are in one lane. */
type Way = { name: string; engine: Engine; floodLane: Lane };
type Window = { latenciesMs: number[]; perSecond: number; floodPerSecond: number };

/**
 * Measures interactive invoices alone and beside a flood of background documents of their own project, in turns, with the
 * engine alone, and the same without the rule of lanes and without niceness.
 */
export const benchLanes: Benchmark = async ({ say, args }) => {
  const { rounds, window, rate } = readOptions(args, {
    rounds: positive.default(3),
    window: positive.default(5),
    rate: positive.default(10),
  });
  const setup = await prepareBrowserSetup();
  const standard = await openEngine(setup, { concurrency: slots, folder: "lanes" });
  const evenly = await openEngine(setup, { concurrency: slots, folder: "lanes-evenly", backgroundNice: 0 });
  const ways: Way[] = [
    { name: "as it is", engine: standard, floodLane: "background" },
    { name: "without niceness", engine: evenly, floodLane: "background" },
    { name: "without the rule and niceness", engine: standard, floodLane: "interactive" },
  ];
  const fills = new Map([invoice, table].map((document) => [document, filledHtml(document)]));
  const failures: string[] = [];
  let runs = 0;

  async function print(engine: Engine, document: BenchDocument, lane: Lane, signal: AbortSignal): Promise<boolean> {
    runs += 1;
    const html = fills.get(document)?.(runs) ?? "";
    const { settings } = document;
    try {
      const prepared = prepareHtml(html, settings);
      await engine.print({
        projectId: "prj_1",
        holder,
        lane,
        document: prepared,
        settings,
        createdAt: new Date(),
        signal,
      });
      return true;
    } catch (error) {
      if (!signal.aborted) failures.push(`${document.name}, ${lane}: ${String(error)}`);
      return false;
    }
  }

  /** Keeps documents at work until the function that it returns is called, which tells how many were printed. */
  function startFlood({ engine, floodLane }: Way, document: BenchDocument): () => Promise<number> {
    const ending = new AbortController();
    let printed = 0;
    const keepPrinting = async () => {
      while (!ending.signal.aborted) if (await print(engine, document, floodLane, ending.signal)) printed += 1;
    };
    const printing = Promise.all(Array.from({ length: floodAtOnce }, keepPrinting));
    return async () => {
      const counted = printed;
      ending.abort();
      await printing;
      return counted;
    };
  }

  const never = new AbortController().signal;

  const arrive = (engine: Engine) =>
    arriveByChance(() => print(engine, invoice, "interactive", never), { perSecond: rate, seconds: window });

  /** Documents one after the other on each connection; answers how many a second. */
  async function saturate(engine: Engine): Promise<number> {
    const startedAt = performance.now();
    let printed = 0;
    const keepPrinting = async () => {
      while (performance.now() - startedAt < window * 1_000) {
        if (await print(engine, invoice, "interactive", never)) printed += 1;
      }
    };
    await Promise.all(Array.from({ length: connections }, keepPrinting));
    return (printed * 1_000) / (performance.now() - startedAt);
  }

  async function measure(way: Way, flood: BenchDocument | undefined): Promise<Window> {
    const endFlood = flood ? startFlood(way, flood) : () => Promise.resolve(0);
    const startedAt = performance.now();
    const latenciesMs = await arrive(way.engine);
    const seconds = (performance.now() - startedAt) / 1_000;
    const floodPerSecond = (await endFlood()) / seconds;
    const endSecondFlood = flood ? startFlood(way, flood) : () => Promise.resolve(0);
    const perSecond = await saturate(way.engine);
    await endSecondFlood();
    return { latenciesMs, perSecond, floodPerSecond };
  }

  async function floodAlone(way: Way, document: BenchDocument): Promise<number> {
    const end = startFlood(way, document);
    await delay(window * 1_000);
    return (await end()) / window;
  }

  const machine = describeMachine("engine alone");
  say(machine);
  for (const way of ways) await measure(way, invoice);
  const figures: Figure[] = [];
  const rows: string[][] = [];
  for (const flood of [invoice, table]) {
    for (const way of ways) {
      const pairs: { quiet: Window; beside: Window; alone: number }[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const quiet = await measure(way, undefined);
        const beside = await measure(way, flood);
        pairs.push({ quiet, beside, alone: await floodAlone(way, flood) });
      }
      const p95 = ({ latenciesMs }: Window) => percentile(latenciesMs, 0.95);
      const what = `${flood.name}s, ${way.name}`;
      const isDefault = way === ways[0];
      const ratios = pairs.map(({ quiet, beside }) => p95(beside) / p95(quiet));
      figures.push(
        { name: `p95 beside ${what}, to quiet`, values: ratios, ...(isDefault && { goal: { atMost: 3 } }) },
        {
          name: `rate beside ${what}, to quiet`,
          values: pairs.map(({ quiet, beside }) => beside.perSecond / quiet.perSecond),
        },
        {
          name: `rate of the background's ${what}, beside ${rate} interactive a second, to alone`,
          values: pairs.map(({ beside, alone }) => beside.floodPerSecond / alone),
        },
      );
      rows.push([
        what,
        median(pairs.map(({ quiet }) => p95(quiet))).toFixed(0),
        median(pairs.map(({ beside }) => p95(beside))).toFixed(0),
        median(pairs.map(({ quiet }) => quiet.perSecond)).toFixed(1),
        median(pairs.map(({ beside }) => beside.perSecond)).toFixed(1),
        median(pairs.map(({ beside }) => beside.floodPerSecond)).toFixed(1),
      ]);
      say(`  ${rows.at(-1)?.join(", ")}`);
    }
  }
  await Promise.all([standard.close(), evenly.close()]);
  return {
    machine,
    tables: [
      {
        columns: ["Background", "p95 ms quiet", "p95 ms beside", "PDF/s quiet", "PDF/s beside", "background PDF/s"],
        rows,
      },
    ],
    figures,
    failures,
  };
};
