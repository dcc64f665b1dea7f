import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "@platen/telemetry";
import puppeteer, { type Browser as PuppeteerBrowser } from "puppeteer";
import { browserCommand, type BrowserCommand } from "./browser-command.ts";
import { removeFolder, type BrowserUser, type WorkFolder } from "./work-folder.ts";

/** One running Chromium. */
export type BrowserProcess = {
  puppeteer: PuppeteerBrowser;
  version: string;
  pid: number;
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

const launchTimeoutMs = 20_000;
const firstRendererMs = 5_000;

let profiles = 0;

export async function launchBrowser(options: LaunchOptions): Promise<BrowserProcess> {
  profiles += 1;
  const profilePath = await options.workFolder.createBrowserFolder(`profile-${profiles}`);
  const command = await browserCommand({ ...options, profilePath });
  if (!command.isHeadlessShell) {
    options.log.warn("the browser is not headless-shell: printing is several times slower", {
      executablePath: options.executablePath,
    });
  }
  const starting = new AbortController();
  const timer = setTimeout(() => starting.abort(new Error("the browser did not start in time")), launchTimeoutMs);
  try {
    return await start(command, profilePath, options, starting.signal);
  } catch (error) {
    throw new Error("starting the browser", { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

async function start(
  command: BrowserCommand,
  profilePath: string,
  options: LaunchOptions,
  signal: AbortSignal,
): Promise<BrowserProcess> {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const cleanUp = () => {
    removeFolder(profilePath)
      .catch(() => {
        options.log.warn("a browser profile could not be removed", { path: profilePath });
      })
      .finally(end);
  };
  let browser: PuppeteerBrowser;
  try {
    browser = await puppeteer.launch({
      executablePath: command.program,
      // These are all of them: the programs that start the browser have arguments of their own before its flags.
      args: command.args,
      ignoreDefaultArgs: true,
      headless: command.isHeadlessShell ? "shell" : true,
      pipe: true,
      signal,
      timeout: launchTimeoutMs,
      protocolTimeout: 120_000,
      waitForInitialPage: false,
      defaultViewport: null,
      networkEnabled: false,
      issuesEnabled: false,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
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
  } catch (error) {
    cleanUp();
    await ended;
    throw error;
  }
  const child = browser.process();
  const pid = child?.pid;
  if (!child || pid === undefined) throw new Error("a browser without a process");
  let alive = true;
  const kill = () => {
    try {
      // puppeteer starts it as the leader of a process group.
      process.kill(-pid, "SIGKILL");
    } catch {
      // It has ended already.
    }
  };
  const { promise: died, reject: die } = Promise.withResolvers<never>();
  died.catch(() => {
    // Whoever is starting it hears of it.
  });
  const onEnd = () => {
    if (!alive) return;
    alive = false;
    // Its helpers outlive it for a moment.
    kill();
    cleanUp();
    die(new Error("the browser ended"));
  };
  child.once("exit", onEnd);
  // It may have ended before anybody listened.
  if (child.exitCode !== null || child.signalCode !== null) onEnd();
  // Without its pipe it is of no use, even where its process goes on.
  browser.once("disconnected", kill);
  if (!browser.connected) kill();
  signal.addEventListener("abort", kill, { once: true });
  try {
    const version = await Promise.race([browser.version(), died]);
    const sandboxed = options.sandbox && (await Promise.race([isSandboxed(pid), died]));
    return {
      puppeteer: browser,
      version,
      pid,
      isSandboxed: sandboxed,
      isAlive: () => alive && browser.connected,
      kill,
      ended,
    };
  } catch (error) {
    kill();
    await ended;
    throw error;
  } finally {
    signal.removeEventListener("abort", kill);
  }
}

/** Looks at the browser's own processes: its renderers must run under a seccomp filter. Only Linux shows this. */
async function isSandboxed(pid: number): Promise<boolean> {
  if (process.platform !== "linux") return true;
  const deadline = performance.now() + firstRendererMs;
  while (performance.now() < deadline) {
    const renderers = (await Promise.all((await descendants(pid)).map(describeProcess))).filter(({ command }) =>
      command.includes("--type=renderer"),
    );
    if (renderers.length > 0) return renderers.every(({ status }) => /^Seccomp:\s*2$/m.test(status));
    // The one of its first, empty page is still to come.
    await delay(20);
  }
  return false;
}

async function describeProcess(pid: number): Promise<{ command: string; status: string }> {
  const [command, status] = await Promise.all([readProcess(pid, "cmdline"), readProcess(pid, "status")]);
  return { command, status };
}

/** The processes a process has started, and those they have, children first. */
export async function descendants(pid: number): Promise<number[]> {
  const children = new Map<number, number[]>();
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readProcess(Number(name), "stat");
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

async function readProcess(pid: number, file: "cmdline" | "stat" | "status"): Promise<string> {
  try {
    return await readFile(`/proc/${pid}/${file}`, "utf8");
  } catch {
    // Ended meanwhile.
    return "";
  }
}
