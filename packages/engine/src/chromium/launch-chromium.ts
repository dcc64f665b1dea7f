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
  /** Processes it forks its renderers from, which it does not name itself. */
  helperPids: readonly number[];
  isSandboxed: boolean;
  isAlive(): boolean;
  /** Ends it and all its processes, at once. */
  kill(): void;
  /** Resolves when it has ended and its profile is gone. */
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

/** Many times what it takes, and short enough that documents that wait for it can still be made by another worker. */
const launchTimeoutMs = 15_000;
const firstRendererMs = 5_000;
const lastWordsLength = 1_000;

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
    // The leader of a process group, so that all of it can be killed at once.
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
      // It has ended already.
    }
  };
  const killIfAlive = () => {
    // Once it has ended, its number may be another's.
    if (alive) killGroup();
  };
  const kill = () => {
    isKilled = true;
    killIfAlive();
  };
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const { promise: died, reject: die } = Promise.withResolvers<never>();
  died.catch(() => {
    // Whoever is starting it hears of it.
  });
  const onEnd = (cause?: unknown) => {
    if (!alive) return;
    alive = false;
    // Its helpers outlive it for a moment.
    killGroup();
    die(new Error("the browser ended", { cause }));
    removeFolder(profilePath)
      .catch(() => {
        options.log.warn("could not remove a browser profile", { path: profilePath });
      })
      .finally(end);
  };
  const lastWords = keepLastWords(child.stderr);
  child.once("error", onEnd);
  child.once("exit", (exitCode, signal) => {
    // What it said last may hold a document's text, and is left out.
    if (!isKilled) options.log.warn("the browser ended unexpectedly", { exitCode, signal });
    onEnd();
  });
  const timer = setTimeout(() => {
    die(new Error("the browser did not start in time"));
    kill();
  }, launchTimeoutMs);
  try {
    // Not by puppeteer's own launch, which waits for ever for a browser that ends while it starts.
    const browser = await Promise.race([
      puppeteer.connect({
        // The third and fourth of "pipe" above.
        transport: createPipeTransport(child.stdio[3] as Writable, child.stdio[4] as Readable),
        protocolTimeout: 120_000,
        defaultViewport: null,
        networkEnabled: false,
        issuesEnabled: false,
      }),
      died,
    ]);
    // Without its pipe it is of no use, even where its process goes on.
    browser.once("disconnected", killIfAlive);
    const version = await Promise.race([browser.version(), died]);
    const sandboxed = options.sandbox && (await Promise.race([isSandboxed(child.pid ?? 0, () => alive), died]));
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
    throw new Error(`could not start the browser; its last output: ${lastWords() || "none"}`, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The empty page a browser starts with is of nobody's use, and has a process. */
function closeFirstPages(browser: PuppeteerBrowser): void {
  browser
    .pages()
    .then((pages) => Promise.all(pages.map((page) => page.close())))
    .catch(() => {
      // It goes with the browser.
    });
}

/** The end of what a program wrote, which says why it did not start. */
function keepLastWords(stream: Readable | null): () => string {
  let words = "";
  stream?.on("data", (chunk: Buffer) => {
    words = (words + chunk.toString("latin1")).slice(-lastWordsLength);
  });
  return () => words.trim();
}

const hasFilter = /^Seccomp:\s*2$/m;
// One number for each nested namespace: a second one is the process's id in a namespace below ours.
const hasOwnPids = /^NSpid:\s*\d+\s+\d+/m;

/**
 * Looks at the browser's own processes: its renderers must run under a seccomp filter and in process ids of their own.
 * In a container everything has a filter, so that alone would say nothing. Only Linux shows this. The first renderer,
 * that of the empty page, is still to come when the browser answers, and takes its filter on a moment later.
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
 * The processes a process has started, and those they have, children first. Read without promises: these files are in
 * memory, and a promise for each would take the event loop fifteen times as long.
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
    // Ended meanwhile.
    return "";
  }
}
