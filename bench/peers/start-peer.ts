import { execFile } from "node:child_process";
import { access, mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { freePort, inheritedEnvironment, startManagedProcess } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import { dataJson, type BenchDocument } from "../documents/bench-document.ts";
import type { OnCleanup } from "../cleanup.ts";
import { createPoster } from "../http/http-poster.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { BrowserSetup } from "../raw-loop/browser-setup.ts";
import type { PeerOptions } from "./peer-server.ts";
import { stopWithDescendants } from "./stop-with-descendants.ts";

const programs = {
  jsreport: import.meta.resolve("./jsreport-server.ts"),
  puppeteer: import.meta.resolve("./puppeteer-server.ts"),
};

export type Peer = { name: string; program: keyof typeof programs; mode: string; folder: string };

/** Starts another server that makes PDFs and returns it as a competitor. */
export async function startPeer(
  { rootFolder, environment }: BenchContext,
  { name, program, mode, folder }: Peer,
  { setup, logFolder, concurrency }: { setup: BrowserSetup; logFolder: string; concurrency: number },
  onCleanup: OnCleanup,
): Promise<Competitor> {
  const port = await freePort();
  const { executablePath, fonts } = setup;
  const options: PeerOptions = { port, executablePath, fonts, folder, mode };
  const baseUrl = `http://127.0.0.1:${port}`;
  const part = {
    name,
    command: process.execPath,
    args: [fileURLToPath(programs[program]), JSON.stringify(options)],
    env: inheritedEnvironment(environment),
    cwd: rootFolder,
    logFile: join(logFolder, `${program}-${port}.log`),
    stopSignal: "SIGTERM" as const,
    stopTimeoutMs: 5_000,
    isReady: async () => (await fetch(baseUrl, { method: "GET", signal: AbortSignal.timeout(2_000) })).status > 0,
  };
  const { pid } = await startManagedProcess(part, {
    onStarted: (program) => onCleanup(() => stopWithDescendants(program)),
  });
  const post = createPoster(baseUrl);
  const bodies = new Map<BenchDocument, (run: number) => string>();
  return {
    name: `${name}, ${concurrency} connections`,
    concurrency,
    processes: () => [
      { part: "peer", pid, scope: "self" },
      { part: "browser", pid, scope: "below" },
      { part: "load generator", pid: process.pid, scope: "self" },
    ],
    print(document, run) {
      const body = bodies.get(document) ?? dataJson(document);
      bodies.set(document, body);
      return post(`/${document.name}`, body(run));
    },
  };
}

const jsreportPackages = [
  "@jsreport/jsreport-core@4.11.2",
  "@jsreport/jsreport-chrome-pdf@4.4.1",
  "@jsreport/jsreport-handlebars@4.0.1",
  "puppeteer-core@24.43.1",
];

/** Installs jsreport from npm into a folder that git ignores, unless it is there, and returns the folder. */
export async function installJsreport({ rootFolder, environment, say }: BenchContext): Promise<string> {
  const folder = join(rootFolder, ".data/bench/jsreport");
  const done = join(folder, "installed");
  const isInstalled = await access(done).then(
    () => true,
    () => false,
  );
  if (isInstalled) return folder;
  say("Installing jsreport from npm (about half a minute, once) ...");
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  await promisify(execFile)("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...jsreportPackages], {
    cwd: folder,
    env: inheritedEnvironment(environment),
    timeout: 300_000,
  });
  await writeFile(done, "");
  return folder;
}
