import { rm } from "node:fs/promises";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { createTemporaryFolder } from "@platen/provisioning";
import type { Surroundings } from "../benchmark.ts";
import { dataJson, filledHtml, type BenchDocument } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import { invoice } from "../documents/invoice.ts";
import { report } from "../documents/report.ts";
import { table } from "../documents/table.ts";
import { withEnding } from "../ending.ts";
import type { Competitor } from "../measure/measure-slot.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import { cpuTable, failureLines, machineLine, resultTable } from "../measure/report-results.ts";
import { runRounds, type Case } from "../measure/run-rounds.ts";
import { prepareBrowserGround } from "../peers/browser-ground.ts";
import { startRawBrowser } from "../peers/raw-browser.ts";
import { installJsreport, startPeer, type Peer } from "../peers/start-peer.ts";
import { startScratchPlaten } from "../scratch-platen.ts";
import { createBenchProject } from "./create-bench-project.ts";
import { createPoster } from "./http-poster.ts";

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
      "no-peers": { type: "boolean", default: false },
      gotenberg: { type: "string" },
      profile: { type: "string" },
    },
  });
  const isProfile = values.profile !== undefined;
  const rounds = Number(values.rounds ?? (isProfile ? 1 : values.long ? 7 : 3));
  const stretch = Number(values.window ?? 1);

  await withEnding(async (atEnd) => {
    const folder = await createTemporaryFolder("platen-bench-");
    atEnd(() => rm(folder, { recursive: true, force: true }));
    const ground = await prepareBrowserGround(surroundings, folder, atEnd);
    const jsreportFolder = values["no-peers"] || isProfile ? "" : await installJsreport(surroundings);

    const loadGenerator: ProcessPart = { part: "load generator", pid: process.pid, scope: "self" };
    const rawLoop = async (pages: number): Promise<Competitor & { version: string }> => {
      const { pid, version, print } = await startRawBrowser(ground, pages, atEnd);
      const name = `raw loop, ${pages === 1 ? "1 page" : `${pages} pages`}`;
      const client: ProcessPart = { ...loadGenerator, part: "raw loop's client" };
      return { name, version, lanes: pages, processes: () => [{ part: "browser", pid, scope: "tree" }, client], print };
    };
    const raw = await rawLoop(2);
    const rawOne = await rawLoop(1);

    const { databaseUrl, gatewayUrl, pids } = await startScratchPlaten(surroundings, atEnd, {
      chromiumPath: ground.executablePath,
      durable: true,
      profileFolder: values.profile && resolve(values.profile),
    });
    const { key, templateIds } = await createBenchProject(databaseUrl, documents);
    const post = createPoster(gatewayUrl, { authorization: `Bearer ${key}` });
    const bodies = new Map(documents.map((document) => [document, dataJson(document)]));
    const platenProcesses: ProcessPart[] = [
      { part: "gateway", pid: pids.gateway, scope: "tree" },
      { part: "catalog", pid: pids.catalog, scope: "tree" },
      { part: "worker", pid: pids.worker ?? 0, scope: "self" },
      { part: "Redis", pid: pids.redis, scope: "tree" },
      { part: "PostgreSQL", pid: pids.postgres, scope: "tree" },
      { part: "browser", pid: pids.worker ?? 0, scope: "below" },
      loadGenerator,
    ];
    const platen = (lanes: number): Competitor => ({
      name: `Platen, ${lanes} ${lanes === 1 ? "connection" : "connections"}`,
      lanes,
      processes: () => platenProcesses,
      print: (document, run) =>
        post("/api/v1/generate", `{"templateId":"${templateIds.get(document)}","data":${bodies.get(document)?.(run)}}`),
    });

    const peer = (about: Omit<Peer, "folder">) =>
      startPeer(
        surroundings,
        { ...about, folder: jsreportFolder },
        { ground, logFolder: folder, lanes: peerLanes },
        atEnd,
      );
    const peers: Competitor[] = [];
    if (jsreportFolder !== "") {
      for (const about of [
        { name: "jsreport, best setting", program: "jsreport", mode: "best" },
        { name: "jsreport, as it comes", program: "jsreport", mode: "default" },
        { name: "puppeteer, load", program: "puppeteer", mode: "load" },
        { name: "puppeteer, networkidle0", program: "puppeteer", mode: "networkidle0" },
      ] as const) {
        peers.push(await peer(about));
      }
    }
    if (values.gotenberg !== undefined) peers.push(gotenberg(values.gotenberg));

    const cases: Case[] = [];
    const add = (document: BenchDocument, windowMs: number, competitors: readonly Competitor[]) => {
      for (const competitor of competitors) cases.push({ document, competitor, windowMs: windowMs * stretch });
    };
    const [one, eight, many, most] = [platen(1), platen(8), platen(64), platen(256)];
    // Those that take seconds for a document take most of the time; the large documents see only the better ones.
    const fewPeers = values.long ? peers : peers.filter((_, index) => index % 2 === 0);
    if (isProfile) add(invoice, 15_000, [many]);
    else {
      add(invoice, 3_500, [raw, rawOne, one, eight, many, most, ...peers]);
      add(report, 3_500, [raw, rawOne, one, eight, many, ...fewPeers]);
      // 64 tables at once take most of a minute.
      add(table, 6_000, [raw, eight, ...(values.long ? [many, ...fewPeers] : [])]);
    }

    const machine = machineLine(raw.version);
    say(machine);
    const results = await runRounds(cases, { rounds, maxRetries: Math.ceil((cases.length * rounds) / 6), say });
    for (const line of ["", machine, "", ...resultTable(results), "", ...cpuTable(results)]) say(line);
    const failures = failureLines(results);
    for (const line of failures) say(line);
    if (failures.length > 0) process.exitCode = 1;
  });
}

/** A Gotenberg that runs somewhere: what it uses cannot be seen from here. */
function gotenberg(url: string): Competitor {
  const fillers = new Map(documents.map((document) => [document, filledHtml(document)]));
  return {
    name: `Gotenberg, ${peerLanes} connections`,
    lanes: peerLanes,
    processes: () => [],
    async print(document, run) {
      const form = new FormData();
      form.set("files", new Blob([fillers.get(document)?.(run) ?? ""], { type: "text/html" }), "index.html");
      form.set("printBackground", "true");
      form.set("preferCssPageSize", "true");
      const response = await fetch(new URL("/forms/chromium/convert/html", url), {
        method: "POST",
        body: form,
        signal: AbortSignal.timeout(120_000),
      });
      if (!response.ok) throw new Error(`Gotenberg answers ${response.status}`);
      return Buffer.from(await response.arrayBuffer());
    },
  };
}
