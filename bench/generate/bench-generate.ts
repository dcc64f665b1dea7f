import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import type { Report } from "../report/report.ts";
import { documentNamed } from "../documents/documents.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { withCleanup } from "../cleanup.ts";
import type { Competitor } from "../measure/measure-window.ts";
import { describeMachine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { warmUpAll } from "../measure/warm-up.ts";
import { prepareBrowserSetup } from "../raw-loop/browser-setup.ts";
import { startRawLoop } from "../raw-loop/raw-loop.ts";
import { installJsreport, startPeer, type Peer } from "../peers/start-peer.ts";
import { judgeGenerate } from "./judge-generate.ts";
import { startPlaten } from "./start-platen.ts";
import { numberOption } from "../number-option.ts";

const peerConnections = 8;

/** Compares the whole service over HTTP with the raw loop and with other servers that make PDFs. */
export async function benchGenerate(context: BenchContext): Promise<Report> {
  const { say, args } = context;
  const { values } = parseArgs({
    args: [...args],
    options: {
      long: { type: "boolean", default: false },
      rounds: { type: "string" },
      window: { type: "string" },
      documents: { type: "string", default: "invoice,report,table" },
      "no-peers": { type: "boolean", default: false },
      profile: { type: "string" },
    },
  });
  const isProfile = values.profile !== undefined;
  const rounds = numberOption("rounds", values.rounds ?? (isProfile ? "1" : values.long ? "7" : "3"));
  const stretch = numberOption("window", values.window ?? "1");
  const chosen = values.documents.split(",").map(documentNamed);

  return withCleanup(async (onCleanup) => {
    const folder = await createTemporaryFolder("platen-bench-");
    onCleanup(() => rm(folder, { recursive: true, force: true }));
    const setup = await prepareBrowserSetup(context, folder, onCleanup);
    const hasPeers = !values["no-peers"] && !isProfile;
    const jsreportFolder = hasPeers ? await installJsreport(context) : "";

    const raw = await startRawLoop(setup, 2, onCleanup);
    const rawOne = await startRawLoop(setup, 1, onCleanup);
    const platen = await startPlaten(context, onCleanup, {
      chromiumPath: setup.executablePath,
      profileFolder: values.profile,
    });
    const [one, eight, many, most] = [platen(1), platen(8), platen(64), platen(256)];

    const peer = async (about: Omit<Peer, "folder">): Promise<Competitor | undefined> =>
      hasPeers
        ? startPeer(
            context,
            { ...about, folder: jsreportFolder },
            { setup, logFolder: folder, concurrency: peerConnections },
            onCleanup,
          )
        : undefined;
    const jsreport = await peer({ name: "jsreport, best setting", program: "jsreport", mode: "best" });
    const puppeteerLoad = await peer({ name: "puppeteer, load", program: "puppeteer", mode: "load" });
    const puppeteerIdle = await peer({ name: "puppeteer, networkidle0", program: "puppeteer", mode: "networkidle0" });
    const jsreportDefault = values.long
      ? await peer({ name: "jsreport, as it comes", program: "jsreport", mode: "default" })
      : undefined;
    const peers = [jsreport, puppeteerLoad, puppeteerIdle, jsreportDefault].filter((one) => one !== undefined);

    const cases: Case[] = [];
    const add = (
      document: BenchDocument,
      competitors: readonly Competitor[],
      { windowMs, maxRounds = rounds }: { windowMs: number; maxRounds?: number },
    ) => {
      if (!chosen.includes(document)) return;
      for (const competitor of competitors) {
        cases.push({ document, competitor, windowMs: windowMs * stretch, maxRounds });
      }
    };
    // The other servers print the large documents only in a long run.
    const slow = values.long ? peers : [];
    if (isProfile) add(invoice, [many], { windowMs: 15_000 });
    else {
      add(invoice, [raw, rawOne, one, eight, many, most, ...peers], { windowMs: 3_000 });
      add(report, [raw, rawOne, one, eight, many, ...slow], { windowMs: 3_000 });
      const tables = { maxRounds: values.long ? rounds : 2 };
      add(table, [raw, eight, ...slow], { windowMs: 6_000, ...tables });
      // At two tables a second, and with 64 more in progress when the window ends, a round prints some 130 of them.
      add(table, [many], { windowMs: 34_000, ...tables });
    }

    const machine = describeMachine(raw.version);
    say(machine);
    const others = isProfile ? [] : [raw, rawOne, ...peers];
    const warmUps = [
      { competitor: many, minDocuments: 500, longestMs: 20_000 },
      ...others.map((competitor) => ({ competitor, minDocuments: 20, longestMs: 8_000 })),
    ];
    await warmUpAll(invoice, warmUps, say);
    const results = await runRounds(cases, { rounds, say });
    const competitors = { raw, rawOne, one, eight, many, most, jsreport, puppeteerLoad, puppeteerIdle };
    const figures = isProfile ? [] : judgeGenerate(results, competitors);
    return { machine, ...reportResults(results), figures };
  });
}
