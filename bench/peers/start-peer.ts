import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "@platen/provisioning";
import { startProgram } from "@platen/testing";
import type { BenchContext } from "../bench-context.ts";
import { dataJson } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import { bodyOf, createHttpClient } from "../http-client.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { BrowserSetup } from "../raw-loop/browser-setup.ts";
import type { PeerOptions } from "./peer-server.ts";

const connections = 8;
const environment = { PATH: "/usr/bin:/bin", HOME: "/" };

/** Starts another server that makes PDFs and returns it as a competitor. */
export async function startPeer(peer: {
  name: string;
  program: "jsreport" | "puppeteer";
  mode: string;
  setup: BrowserSetup;
  /** The folder with jsreport. */
  folder: string;
}): Promise<Competitor> {
  const { name, program, mode, setup, folder } = peer;
  const port = await freePort();
  const options: PeerOptions = { port, executablePath: setup.executablePath, fonts: setup.fonts, folder, mode };
  const baseUrl = `http://127.0.0.1:${port}`;
  const { pid } = await startProgram({
    name,
    command: process.execPath,
    args: [join(import.meta.dirname, `${program}-server.ts`), JSON.stringify(options)],
    env: environment,
    cwd: import.meta.dirname,
    logFile: join(setup.folder, `${program}-${port}.log`),
    stopSignal: "SIGTERM",
    stopTimeoutMs: 5_000,
    isReady: async () => (await fetch(baseUrl, { signal: AbortSignal.timeout(2_000) })).status > 0,
  });
  const post = createHttpClient(baseUrl);
  const bodies = new Map(documents.map((document) => [document, dataJson(document)]));
  return {
    name: `${name}, ${connections} connections`,
    concurrency: connections,
    processes: () => [
      { part: "peer", pid, scope: "self" },
      { part: "browser", pid, scope: "below" },
      { part: "load generator", pid: process.pid, scope: "self" },
    ],
    print: async (document, run) => bodyOf(await post(`/${document.name}`, bodies.get(document)?.(run) ?? "")),
  };
}

const jsreportPackages = [
  "@jsreport/jsreport-core@4.11.2",
  "@jsreport/jsreport-chrome-pdf@4.4.1",
  "@jsreport/jsreport-handlebars@4.0.1",
  "puppeteer-core@24.43.1",
];

/** Installs jsreport from npm into a folder that git ignores, unless it is there, and returns the folder. */
export async function installJsreport({ rootFolder, say }: BenchContext): Promise<string> {
  const folder = join(rootFolder, ".data/bench/jsreport");
  const done = join(folder, "installed");
  if (existsSync(done)) return folder;
  say("Installing jsreport from npm (about half a minute, once) ...");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...jsreportPackages], {
    cwd: folder,
    timeout: 300_000,
  });
  await writeFile(done, "");
  return folder;
}
