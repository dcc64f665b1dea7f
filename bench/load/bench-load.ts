import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { z } from "zod";
import { openShapes, phasesOf } from "./shapes.ts";
import type { BenchContext } from "../bench-context.ts";
import type { Report } from "../report/report.ts";
import { withCleanup } from "../cleanup.ts";
import { createHttpClient } from "../http/http-client.ts";
import { cpuMs, memoryBytes, takeSnapshot, type UsageSnapshot } from "../measure/process-usage.ts";
import { describeMachine } from "../measure/report-results.ts";
import { percentile, median } from "../measure/statistics.ts";
import { arrivalsOf } from "./arrivals.ts";
import { countAnswers, loadResult, summarize, type LoadResult } from "./load-result.ts";
import { createChoice } from "./order.ts";
import { createSend, isDocument, type Outcome, type Send } from "./outcome.ts";
import { comparison, reportLoad } from "./report-load.ts";
import { sendInTurns, sendOnTime, type Progress } from "./send-load.ts";
import { givenTarget, startTarget, type Target } from "./target.ts";
import { warmUpTarget } from "./warm-up-target.ts";

const positive = z.coerce.number().positive();
const settings = z.object({
  shape: z.enum([...openShapes, "steady"]).default("steady"),
  seconds: positive.optional(),
  rate: positive.optional(),
  customers: positive.default(16),
  think: z.coerce.number().min(0).default(500),
  url: z.url().optional(),
  key: z.string().optional(),
  template: z.array(z.string()).default([]),
  large: z.string().optional(),
  json: z.string().optional(),
  against: z.string().optional(),
});
type Settings = z.infer<typeof settings>;

const usualSeconds = { steady: 60, ramp: 120, spike: 90, soak: 600 };
/** The rate of a load without --rate, as a share of what the service makes with all its slots busy. */
const usualShare = 0.7;
const capacity = { customers: 16, thinkMs: 0, seconds: 10 };
const largeTimes = 3;

/** Asks a Platen for documents as customers do. */
export async function benchLoad(context: BenchContext): Promise<Report> {
  const { say } = context;
  const options = settings.parse(readArguments(context));
  return withCleanup(async (onCleanup) => {
    const target =
      options.url === undefined
        ? await startTarget(context, onCleanup)
        : await givenTarget({ ...options, url: options.url, templates: options.template, large: options.large });
    const send = createSend(createHttpClient(target.url, { authorization: `Bearer ${target.key}` }));
    say(`  warm: ${await warmUpTarget(target.orders, send)} documents`);

    const result = await measure(options, target, send, say);
    if (options.json !== undefined) writeFileSync(options.json, `${JSON.stringify(result, null, 2)}\n`);
    const report = reportLoad(result);
    if (options.against === undefined) return report;
    const before = loadResult.parse(JSON.parse(readFileSync(options.against, "utf8")));
    return { ...report, tables: [...report.tables, comparison(result, before)] };
  });
}

async function measure(
  { shape, ...options }: Settings,
  target: Target,
  send: Send,
  say: (line: string) => void,
): Promise<LoadResult> {
  const seconds = options.seconds ?? usualSeconds[shape];
  const choose = createChoice(target.orders);
  const onProgress: Progress = ({ outcomes, underWay }) =>
    say(
      `  ${outcomes.length} answered, ${outcomes.filter(isDocument).length} with a document, ${underWay} in progress`,
    );
  const load = { choose, send, onProgress };
  const rate = shape === "steady" ? 0 : (options.rate ?? (await usualRate(load, say)));
  const phases = shape === "steady" ? [{ name: "steady", seconds }] : phasesOf(shape, { rate, seconds });

  const machine = describeMachine("load generator");
  const before = takeSnapshot();
  const memoryBefore = memoryOf(target, before);
  const outcomes =
    shape === "steady"
      ? await sendInTurns({ customers: options.customers, thinkMs: options.think, seconds }, load)
      : await sendOnTime(arrivalsOf(phasesOf(shape, { rate, seconds })), load);
  const after = takeSnapshot();
  const memoryAfter = memoryOf(target, after);

  const names = [...new Set(outcomes.map(({ order }) => order))].toSorted();
  const documents = Math.max(1, outcomes.filter(isDocument).length);
  return {
    machine,
    target: target.name,
    shape: shape === "steady" ? `steady, ${options.customers} customers with pauses of ${options.think} ms` : shape,
    rate,
    seconds,
    phases: phases.map(({ name, seconds }, index) =>
      summarize(
        name,
        outcomes.filter(({ phase }) => phase === index),
        seconds,
      ),
    ),
    templates: names.map((name) =>
      summarize(
        name,
        outcomes.filter(({ order }) => order === name),
        seconds,
      ),
    ),
    all: summarize("all", outcomes, seconds),
    answers: countAnswers(outcomes),
    lateP99Ms: percentile(
      outcomes.map(({ lateMs }) => lateMs),
      0.99,
    ),
    large: await measureLarge(target, send),
    cpuMsPerDocument: Object.fromEntries(
      target.parts.map((part) => [part.part, (cpuMs(after, part) - cpuMs(before, part)) / documents]),
    ),
    memoryMegabytes: Object.fromEntries(
      [...memoryBefore].map(([name, bytes]) => [
        name,
        { before: bytes / 1e6, after: (memoryAfter.get(name) ?? 0) / 1e6 },
      ]),
    ),
  };
}

function memoryOf({ parts }: Target, snapshot: UsageSnapshot): Map<string, number> {
  return new Map(parts.map((part) => [part.part, memoryBytes(snapshot, part)]));
}

async function usualRate(load: Parameters<typeof sendInTurns>[1], say: (line: string) => void): Promise<number> {
  const outcomes = await sendInTurns(capacity, load);
  const most = outcomes.filter(isDocument).length / capacity.seconds;
  const rate = usualShare * most;
  say(`  ${capacity.customers} customers at once get ${most.toFixed(1)} documents/s; the rate is ${rate.toFixed(1)}/s`);
  if (rate === 0) {
    const answers = Object.entries(countAnswers(outcomes)).map(([code, count]) => `${code}: ${count}`);
    throw new Error(
      `The service made no document in ${capacity.seconds} s. Its answers: ${answers.join(", ") || "none"}`,
    );
  }
  return rate;
}

async function measureLarge({ large }: Target, send: Send): Promise<LoadResult["large"]> {
  if (large === undefined) return null;
  const outcomes: Outcome[] = [];
  for (let time = 0; time < largeTimes; time++) {
    outcomes.push(await send(large, { phase: 0, intendedAt: performance.now() }));
  }
  const bad = outcomes.find((outcome) => !isDocument(outcome));
  if (bad !== undefined) throw new Error(`The service answered the large document with "${bad.code}".`);
  const pages = outcomes[0]?.pageCount ?? 0;
  const seconds = median(outcomes.map(({ latencyMs }) => latencyMs / 1_000));
  return { pages, seconds, pagesPerSecond: pages / seconds };
}

function readArguments({ args, environment }: BenchContext): Record<string, unknown> {
  const text = { type: "string" } as const;
  const { values } = parseArgs({
    args: [...args],
    options: {
      shape: text,
      seconds: text,
      rate: text,
      customers: text,
      think: text,
      url: text,
      key: text,
      template: { type: "string", multiple: true },
      large: text,
      json: text,
      against: text,
    },
  });
  // The environment hides the key from other users, who can list the arguments of processes.
  return { ...values, key: values.key ?? environment["PLATEN_API_KEY"] };
}
