import { rm } from "node:fs/promises";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { documentNamed } from "../documents/documents.ts";
import type { BenchDocument } from "../documents/bench-document.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { withEnding } from "../ending.ts";
import { verdictTable } from "../measure/judge.ts";
import type { Competitor } from "../measure/measure-slot.ts";
import { machineLine, reportResults } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { warmUpAll } from "../measure/warm-up.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";
import { startRawLoop } from "../peers/raw-loop.ts";
import { installJsreport, startPeer, type Peer } from "../peers/start-peer.ts";
import { judgeGenerate } from "./judge-generate.ts";
import { startPlaten } from "./start-platen.ts";
import { numberOf } from "../number-of.ts";

const peerLanes = 8;

/** Compares the whole service, asked over HTTP, with the raw loop and with other servers that make PDFs. */
export async function benchGenerate(surroundings: Surroundings): Promise<void> {
  const { say, args } = surroundings;
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
  const rounds = numberOf("rounds", values.rounds ?? (isProfile ? "1" : values.long ? "7" : "3"));
  const stretch = numberOf("window", values.window ?? "1");
  const chosen = values.documents.split(",").map(documentNamed);

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    const hasPeers = !values["no-peers"] && !isProfile;
    const jsreportFolder = hasPeers ? await installJsreport(surroundings) : "";

    const raw = await startRawLoop(ground, 2, atEnd);
    const rawOne = await startRawLoop(ground, 1, atEnd);
    const platen = await startPlaten(surroundings, atEnd, {
      chromiumPath: ground.executablePath,
      profileFolder: values.profile,
    });
    const [one, eight, many, most] = [platen(1), platen(8), platen(64), platen(256)];

    const peer = async (about: Omit<Peer, "folder">): Promise<Competitor | undefined> =>
      hasPeers
        ? startPeer(
            surroundings,
            { ...about, folder: jsreportFolder },
            { ground, logFolder: folder, lanes: peerLanes },
            atEnd,
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
    // The large documents see the others only when there is time.
    const patient = values.long ? peers : [];
    if (isProfile) add(invoice, [many], { windowMs: 15_000 });
    else {
      add(invoice, [raw, rawOne, one, eight, many, most, ...peers], { windowMs: 3_000 });
      add(report, [raw, rawOne, one, eight, many, ...patient], { windowMs: 3_000 });
      const tables = { maxRounds: values.long ? rounds : 2 };
      add(table, [raw, eight, ...patient], { windowMs: 6_000, ...tables });
      // Two tables a second, and 64 are under way when the window ends: some 130 in a round.
      add(table, [many], { windowMs: 34_000, ...tables });
    }

    const machine = machineLine(raw.version);
    say(machine);
    const others = isProfile ? [] : [raw, rawOne, ...peers];
    const warmUps = [
      { competitor: many, minDocuments: 500, longestMs: 20_000 },
      ...others.map((competitor) => ({ competitor, minDocuments: 20, longestMs: 8_000 })),
    ];
    await warmUpAll(invoice, warmUps, say);
    const results = await runRounds(cases, { rounds, say });
    reportResults(results, machine, say);
    if (isProfile) return;
    const contest = { raw, rawOne, one, eight, many, most, jsreport, puppeteerLoad, puppeteerIdle };
    for (const line of ["", ...verdictTable(judgeGenerate(results, contest))]) say(line);
  });
}
