import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import type { Readable, Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@platen/telemetry";
import puppeteer, { type Browser as PuppeteerBrowser } from "puppeteer";
import { chromiumCommand } from "./chromium-command.ts";
import { createPipeTransport } from "./pipe-transport.ts";
import { removeFolder, type BrowserUser, type WorkFolder } from "./work-folder.ts";

/** One running Chromium. */
export type ChromiumProcess = {
  puppeteer: PuppeteerBrowser;
  version: string;
  pid: number;
  /** Processes from which it forks its renderers. Chromium does not report them. */
  helperPids: readonly number[];
  isSandboxed: boolean;
  isAlive(): boolean;
  /** Kills it and all its processes at once. */
  kill(): void;
  /** Resolves when it has ended and its profile is removed. */
  ended: Promise<void>;
};

export type LaunchOptions = {
  executablePath: string;
  workFolder: WorkFolder;
  fontconfigPath: string;
  user: BrowserUser | undefined;
  sealNetwork: boolean;
  sandbox: boolean;
  log: Logger;
};

/** Many times the usual duration, and short enough that another worker can still make the documents that wait. */
const launchTimeoutMs = 15_000;
const firstRendererMs = 5_000;
const lastOutputLength = 1_000;

let profiles = 0;

export async function launchChromium(options: LaunchOptions): Promise<ChromiumProcess> {
  profiles += 1;
  const profilePath = await options.workFolder.createBrowserFolder(`profile-${profiles}`);
  const command = await chromiumCommand({ ...options, profilePath });
  if (!command.isHeadlessShell) {
    options.log.warn("the browser is not headless-shell; printing is several times slower", {
      executablePath: options.executablePath,
    });
  }
  const child = spawn(command.program, command.args, {
    // Makes it the leader of a process group, so that the whole group can be killed at once.
    detached: true,
    stdio: ["ignore", "ignore", "pipe", "pipe", "pipe"],
    env: {
      PATH: "/usr/bin:/bin",
      LANG: "C.UTF-8",
      TZ: "UTC",
      HOME: profilePath,
      TMPDIR: profilePath,
      XDG_CONFIG_HOME: profilePath,
      XDG_CACHE_HOME: profilePath,
      FONTCONFIG_FILE: options.fontconfigPath,
    },
  });
  let alive = true;
  let isKilled = false;
  const killGroup = () => {
    if (child.pid === undefined) return;
    try {
      process.kill(-child.pid, "SIGKILL");
    } catch {
      // The process has ended already.
    }
  };
  const killIfAlive = () => {
    // After its end, another process may have its number.
    if (alive) killGroup();
  };
  const kill = () => {
    isKilled = true;
    killIfAlive();
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: failed, reject: fail } = Promise.withResolvers<never>();
  failed.catch(() => {
    // The launch under way gets the error.
  });
  const onEnd = (cause?: unknown) => {
    if (!alive) return;
    alive = false;
    // Its helpers run a moment longer.
    killGroup();
    fail(new Error("the browser ended", { cause }));
    removeFolder(profilePath)
      .catch(() => {
        options.log.warn("could not remove a browser profile", { path: profilePath });
      })
      .finally(end);
  };
  const lastOutput = keepLastOutput(child.stderr);
  child.once("error", onEnd);
  child.once("exit", (exitCode, signal) => {
    // Its last output may hold a document's text, so the log does not get it.
    if (!isKilled) options.log.warn("the browser ended unexpectedly", { exitCode, signal });
    onEnd();
  });
  const timer = setTimeout(() => {
    fail(new Error("the browser did not start in time"));
    kill();
  }, launchTimeoutMs);
  try {
    // Puppeteer's own launch would wait without end for a browser that ends while it starts.
    const browser = await Promise.race([
      puppeteer.connect({
        // The last two pipes of `stdio` above.
        transport: createPipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable),
        protocolTimeout: 120_000,
        defaultViewport: null,
        networkEnabled: false,
        issuesEnabled: false,
      }),
      failed,
    ]);
    // A browser without its pipe is useless, even if its process runs on.
    browser.once("disconnected", killIfAlive);
    const version = await Promise.race([browser.version(), failed]);
    const sandboxed = options.sandbox && (await Promise.race([isSandboxed(child.pid ?? 0, () => alive), failed]));
    closeFirstPages(browser);
    return {
      puppeteer: browser,
      version,
      pid: child.pid ?? 0,
      helperPids: process.platform === "linux" ? descendants(child.pid ?? 0) : [],
      isSandboxed: sandboxed,
      isAlive: () => alive && browser.connected,
      kill,
      ended,
    };
  } catch (error) {
    kill();
    await ended;
    throw new Error(`could not start the browser; its last output: ${lastOutput() || "none"}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** Closes the empty page that a browser starts with, because it takes a process. */
function closeFirstPages(browser: PuppeteerBrowser): void {
  browser
    .pages()
    .then((pages) => Promise.all(pages.map((page) => page.close())))
    .catch(() => {
      // The page ends with the browser.
    });
}

/** Keeps the end of a program's output, which tells why it did not start. */
function keepLastOutput(stream: Readable | null): () => string {
  let output = "";
  stream?.on("data", (chunk: Buffer) => {
    output = (output + chunk.toString("latin1")).slice(-lastOutputLength);
  });
  return () => output.trim();
}

const hasFilter = /^Seccomp:\s*2$/m;
// The line has one number for each nested namespace. A second number is the id in a namespace below the worker's.
const hasOwnPids = /^NSpid:\s*\d+\s+\d+/m;

/**
 * Checks that the browser's renderers run under a seccomp filter and in a PID namespace of their own. The filter alone
 * proves nothing, because in a container every process has one. Only Linux shows this. When the browser answers, it has
 * yet to start its first renderer, that of the empty page, which takes on its filter a moment later.
 */
async function isSandboxed(pid: number, isAlive: () => boolean): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const deadline = performance.now() + firstRendererMs;
  while (isAlive() && performance.now() < deadline) {
    const renderers = descendants(pid)
      .map(describeProcess)
      .filter(({ command }) => command.includes("--type=renderer"));
    if (renderers.length > 0 && renderers.every(({ status }) => hasFilter.test(status) && hasOwnPids.test(status))) {
      return true;
    }
    await delay(20);
  }
  return false;
}

function describeProcess(pid: number): { command: string; status: string } {
  return { command: readProcess(pid, "cmdline"), status: readProcess(pid, "status") };
}

/**
 * The processes that a process has started, and their descendants, children first. It reads synchronously: these files
 * are in memory, and a promise for each would take the event loop fifteen times as long.
 */
export function descendants(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = readProcess(Number(name), "stat");
    const parent = Number(stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const found: number[] = [];
  const queue = [pid];
  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const own = children.get(next) ?? [];
    found.push(...own);
    queue.push(...own);
  }
  return found;
}

function readProcess(pid: number, file: "cmdline" | "stat" | "status"): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // The process has ended meanwhile.
    return "";
  }
}
