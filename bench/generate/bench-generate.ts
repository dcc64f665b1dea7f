import { z } from "zod";
import type { BenchContext } from "../bench-context.ts";
import { createProject } from "../create-project.ts";
import { dataJson } from "../documents/bench-document.ts";
import { documents, documentNamed } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { bodyOf, createHttpClient } from "../http-client.ts";
import type { Competitor } from "../measure/measure-window.ts";
import { describeMachine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { warmUp } from "../measure/warm-up.ts";
import { connectGotenberg } from "../peers/gotenberg.ts";
import { installJsreport, startPeer } from "../peers/start-peer.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { startRawLoop } from "../raw-loop/raw-loop.ts";
import { positive, readOptions } from "../read-options.ts";
import type { Report } from "../report/report.ts";
import { startPlaten } from "../start-platen.ts";
import { generateFigures } from "./generate-figures.ts";

/** Compares the whole service over HTTP with the raw loop and with other servers that make PDFs. */
export async function benchGenerate(context: BenchContext): Promise<Report> {
  const { say, args } = context;
  const options = readOptions(args, {
    rounds: positive.default(3),
    window: positive.default(1),
    documents: z.string().default("invoice,report,table"),
    peers: z.enum(["yes", "no"]).default("yes"),
    gotenberg: z.url().optional(),
    "gotenberg-pid": positive.optional(),
  });
  const chosen = options.documents.split(",").map(documentNamed);
  const setup = await prepareBrowserSetup();
  const raw = await startRawLoop(setup, 2);
  const rawOne = await startRawLoop(setup, 1);
  const platen = await createCompetitors();
  const [one, eight, many, most] = [platen(1), platen(8), platen(64), platen(256)];
  const hasPeers = options.peers === "yes";
  const folder = hasPeers ? await installJsreport(context) : "";
  const [jsreport, puppeteerLoad, puppeteerIdle] = hasPeers
    ? [
        await startPeer({ name: "jsreport", program: "jsreport", mode: "", setup, folder }),
        await startPeer({ name: "puppeteer, load", program: "puppeteer", mode: "load", setup, folder }),
        await startPeer({ name: "puppeteer, networkidle0", program: "puppeteer", mode: "networkidle0", setup, folder }),
      ]
    : [];
  const { gotenberg: url, "gotenberg-pid": pid } = options;
  if (url === undefined) say("Gotenberg is left out: `--gotenberg URL` names a running one.");
  const gotenberg = url === undefined ? undefined : await connectGotenberg({ url, pid });
  const peers = [jsreport, puppeteerLoad, puppeteerIdle, gotenberg].filter((peer) => peer !== undefined);

  // At two tables a second, and with 64 more in progress when the window ends, a round prints some 130 of them.
  const cases: Case[] = [
    ...[raw, rawOne, one, eight, many, most, ...peers].map((competitor) => ({
      document: invoice,
      competitor,
      windowMs: 3_000,
    })),
    ...[raw, rawOne, one, eight, many, gotenberg]
      .filter((competitor) => competitor !== undefined)
      .map((competitor) => ({ document: report, competitor, windowMs: 3_000 })),
    ...[raw, eight].map((competitor) => ({ document: table, competitor, windowMs: 6_000 })),
    { document: table, competitor: many, windowMs: 34_000 },
  ];
  const machine = describeMachine(raw.version);
  say(machine);
  await warmUp(invoice, [many], { minDocuments: 500, longestMs: 20_000, say });
  await warmUp(invoice, [raw, rawOne, ...peers], { minDocuments: 20, longestMs: 8_000, say });
  const results = await runRounds(
    cases
      .filter(({ document }) => chosen.includes(document))
      .map((one) => ({ ...one, windowMs: one.windowMs * options.window })),
    { rounds: options.rounds, say },
  );
  const figures = generateFigures(results, {
    raw,
    rawOne,
    one,
    eight,
    many,
    most,
    jsreport,
    puppeteerLoad,
    puppeteerIdle,
    gotenberg,
  });
  return { machine, ...reportResults(results), figures };
}

/** Starts the whole service and returns a function that makes it a competitor with a number of connections. */
async function createCompetitors(): Promise<(connections: number) => Competitor> {
  const { baseUrl, databaseUrl, parts } = await startPlaten({ workers: 1 });
  const { key, templateIds } = await createProject(databaseUrl, documents);
  const post = createHttpClient(baseUrl, { apiKey: key });
  const bodies = new Map(documents.map((document) => [document, dataJson(document)]));
  return (connections) => ({
    name: `Platen, ${connections} ${connections === 1 ? "connection" : "connections"}`,
    concurrency: connections,
    processes: () => parts,
    async print(document, run) {
      const data = bodies.get(document)?.(run);
      return bodyOf(await post("/api/v1/generate", `{"templateId":"${templateIds.get(document)}","data":${data}}`));
    },
  });
}
