import { z } from "zod";
import { samples } from "@platen/samples";
import type { BenchContext } from "../bench-context.ts";
import { createProject } from "../create-project.ts";
import { createHttpClient } from "../http-client.ts";
import { cpuMs, memoryBytes, takeSnapshot, type ProcessPart } from "../measure/process-usage.ts";
import { describeMachine } from "../measure/report-results.ts";
import { percentile } from "../measure/statistics.ts";
import { positive, readOptions } from "../read-options.ts";
import type { Report, Table } from "../report/report.ts";
import { startPlaten } from "../start-platen.ts";
import { arrivalsOf, openShapes, phasesOf } from "./arrivals.ts";
import { createChoice, demoOrders, givenOrder, sampleOrders, type Order } from "./orders.ts";
import { createSend, isDocument, isRefusal, sendInTurns, sendOnTime, type Outcome, type Send } from "./send-load.ts";

const usualSeconds = { steady: 60, ramp: 120, spike: 90, soak: 600 };
/** The rate of a load without --rate, as a share of the documents that the service makes with all its slots busy. */
const usualShare = 0.7;
const warmUpRounds = 25;
/** A load generator that is later than this with its requests measures itself. */
const suspectDelayMs = 50;

/** The service under load, and the documents to ask for. */
type Target = { name: string; url: string; key: string; orders: Order[]; parts: ProcessPart[] };

/** Asks a Platen for documents as customers do. A refusal is an answer; any other answer without a PDF is a failure. */
export async function benchLoad({ args, environment, say }: BenchContext): Promise<Report> {
  const options = readOptions(args, {
    shape: z.enum([...openShapes, "steady"]).default("steady"),
    seconds: positive.optional(),
    rate: positive.optional(),
    customers: positive.default(16),
    think: z.coerce.number().min(0).default(500),
    url: z.url().optional(),
    template: z.string().optional(),
  });
  const { shape, url } = options;
  const seconds = options.seconds ?? usualSeconds[shape];
  // The environment hides the key from other users, who can list the arguments of processes.
  const key = environment["PLATEN_API_KEY"];
  const target = url === undefined ? await startTarget() : await givenTarget(url, key, options.template);
  const send = createSend(createHttpClient(target.url, { apiKey: target.key }));
  const choose = createChoice(target.orders);
  await warmUp(target.orders, send);

  const machine = describeMachine("load generator");
  const rate = shape === "steady" ? 0 : (options.rate ?? (await usualRate(choose, send, say)));
  const before = takeSnapshot();
  const outcomes =
    shape === "steady"
      ? await sendInTurns({ ...options, seconds }, choose, send)
      : await sendOnTime(arrivalsOf(phasesOf(shape, rate, seconds)), choose, send);
  const after = takeSnapshot();

  const documents = outcomes.filter(isDocument);
  const latencies = documents.map(({ latencyMs }) => latencyMs);
  const lateMs = percentile(
    outcomes.map((outcome) => outcome.lateMs),
    0.99,
  );
  const answers = [...Map.groupBy(outcomes, ({ code }) => code)].map(([code, { length }]) => `${code}: ${length}`);
  const bad = outcomes.filter((outcome) => !isDocument(outcome) && !isRefusal(outcome));
  return {
    machine: `${machine}; ${shape} against ${target.name}, ${seconds} s${rate > 0 ? ` around ${rate.toFixed(1)}/s` : ""}`,
    tables: [
      partTable("Phase", outcomes, ({ phase }) => phase),
      partTable("Template", outcomes, ({ order }) => order),
      {
        columns: ["Process", "CPU ms/document", "memory MB after"],
        rows: target.parts.map((part) => [
          part.part,
          ((cpuMs(after, part) - cpuMs(before, part)) / Math.max(1, documents.length)).toFixed(2),
          (memoryBytes(after, part) / 1e6).toFixed(0),
        ]),
      },
    ],
    notes: [
      `answers: ${answers.join(", ")}`,
      `The load generator began 99 % of the requests at most ${lateMs.toFixed(1)} ms late; the delay counts as latency.`,
      ...(lateMs > suspectDelayMs
        ? ["The load generator was too slow. Give it a machine of its own, or ask for less."]
        : []),
    ],
    figures: [
      { name: `PDF/s (${shape})`, values: [documents.length / seconds] },
      { name: `p50 ms (${shape})`, values: [percentile(latencies, 0.5)] },
      { name: `p99 ms (${shape})`, values: [percentile(latencies, 0.99)] },
    ],
    failures: bad.map(({ phase, code }) => `${phase}: ${code}`),
  };
}

function partTable(about: string, outcomes: readonly Outcome[], nameOf: (outcome: Outcome) => string): Table {
  const rows = [...Map.groupBy(outcomes, nameOf)].map(([name, own]) => {
    const times = own.filter(isDocument).map(({ latencyMs }) => latencyMs);
    const refused = own.filter(isRefusal).length;
    const latencies = [0.5, 0.95, 0.99, 1].map((share) => percentile(times, share).toFixed(0));
    return [name, ...[own.length, times.length].map(String), ...latencies, String(refused)];
  });
  return { columns: [about, "requests", "PDFs", "p50 ms", "p95 ms", "p99 ms", "max ms", "refused"], rows };
}

/** Starts a Platen with one worker, which prints as many documents at once as the machine has cores. */
async function startTarget(): Promise<Target> {
  const { baseUrl, databaseUrl, parts } = await startPlaten({ workers: 1 });
  // The benchmark inserts templates alone, without a library.
  const plain = samples.filter(({ assets, snippets }) => assets.length + snippets.length === 0);
  const { key, templateIds } = await createProject(databaseUrl, plain);
  const orders = sampleOrders((sample) => templateIds.get(sample));
  return { name: "a Platen on this machine", url: baseUrl, key, orders, parts };
}

async function givenTarget(url: string, key: string | undefined, templates: string | undefined): Promise<Target> {
  if (!key) throw new Error("--url needs an API key. Set PLATEN_API_KEY.");
  const orders = templates?.split(",").map(givenOrder) ?? (await demoOrders(url, key));
  return { name: url, url, key, orders, parts: [] };
}

/** Asks for every document many times. */
async function warmUp(orders: readonly Order[], send: Send): Promise<void> {
  for (let round = 0; round < warmUpRounds; round++) {
    const outcomes = await Promise.all(orders.map((order) => send(order, "warm-up")));
    const bad = outcomes.find((outcome) => !isDocument(outcome));
    if (bad) throw new Error(`The service answered ${bad.order} with "${bad.code}". The load test did not begin.`);
  }
}

async function usualRate(choose: () => Order, send: Send, say: (line: string) => void): Promise<number> {
  const seconds = 10;
  const outcomes = await sendInTurns({ customers: 16, think: 0, seconds }, choose, send);
  const most = outcomes.filter(isDocument).length / seconds;
  if (most === 0) throw new Error(`The service made no document in ${seconds} s.`);
  say(`  16 customers at once get ${most.toFixed(1)} documents/s; the rate is ${(usualShare * most).toFixed(1)}/s`);
  return usualShare * most;
}
