import { execFile } from "node:child_process";
import { access, constants, open } from "node:fs/promises";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import type { BrowserUser } from "./work-folder.ts";

const run = promisify(execFile);

/** The user `nobody`, which owns no files. A worker that runs as root runs its browser as this user. */
export const unprivilegedUser: BrowserUser = { uid: 65_534, gid: 65_534 };

export type ChromiumCommand = {
  program: string;
  args: string[];
  /** Whether the browser runs in an empty network namespace of its own. */
  isNetworkSealed: boolean;
  /** Whether it is headless-shell, which prints without drawing. Full Chromium works too, but is slower. */
  isHeadlessShell: boolean;
};

export type CommandOptions = {
  executablePath: string;
  profilePath: string;
  user: BrowserUser | undefined;
  sealNetwork: boolean;
  sandbox: boolean;
};

/**
 * Builds the command that starts the browser: setpriv to run as `user` without new privileges, unshare to enter an
 * empty network namespace, then the browser with its flags. Each program replaces the one before it. So there is one
 * process to watch and to kill, and the file descriptors of the pipe reach the browser.
 */
export async function chromiumCommand(options: CommandOptions): Promise<ChromiumCommand> {
  const binary = await findBinary(options.executablePath);
  const isHeadlessShell = /headless[-_]shell/.test(basename(binary));
  const prefix = [...asUser(options.user), ...(options.sealNetwork ? emptyNetwork : [])];
  const flags = browserFlags({ ...options, isHeadlessShell });
  return {
    ...(await programOf(prefix, binary, flags)),
    isNetworkSealed: options.sealNetwork,
    isHeadlessShell,
  };
}

/** Tells whether the kernel lets the browser's user make user and network namespaces. */
export async function canSealNetwork(user: BrowserUser | undefined): Promise<boolean> {
  return process.platform === "linux" && succeeds([...asUser(user), ...emptyNetwork], "true", []);
}

/** Tells whether the browser's user can read a file. This user must be allowed to enter every folder above it. */
export async function canRead(user: BrowserUser | undefined, path: string): Promise<boolean> {
  return user === undefined || succeeds(asUser(user), "test", ["-r", path]);
}

const emptyNetwork = ["unshare", "--user", "--map-current-user", "--net", "--"];

/** The command of a program that the programs of `prefix` start. */
async function programOf(prefix: readonly string[], program: string, args: readonly string[]) {
  const [first, ...rest] = prefix;
  if (first === undefined) return { program, args: [...args] };
  return { program: await findProgram(first), args: [...rest, program, ...args] };
}

async function succeeds(prefix: readonly string[], program: string, args: readonly string[]): Promise<boolean> {
  try {
    const command = await programOf(prefix, program, args);
    await run(command.program, command.args, { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}

function asUser(user: BrowserUser | undefined): string[] {
  if (!user) return [];
  return ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--no-new-privs", "--"];
}

function browserFlags(options: CommandOptions & { isHeadlessShell: boolean }): string[] {
  return [
    "--headless",
    "--disable-gpu",
    ...(options.isHeadlessShell ? headlessShellFlags : fullChromiumFlags),
    "--disable-background-networking",
    "--disable-breakpad",
    "--disable-client-side-phishing-detection",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-dev-shm-usage",
    "--disable-extensions",
    "--disable-sync",
    "--disable-hang-monitor",
    "--disable-popup-blocking",
    "--disable-features=Translate,AcceptCHFrame,MediaRouter,OptimizationHints",
    "--font-render-hinting=none",
    // V8 then collects the garbage of documents early, which halves the memory of a page at no measurable cost.
    "--js-flags=--initial-heap-size=4",
    // The browser has no network to isolate, and one process less saves 20 MB.
    "--enable-features=NetworkServiceInProcess2",
    "--force-color-profile=srgb",
    "--hide-scrollbars",
    // No user scrolls to a lazy picture. Waiting for it would delay printing by two seconds.
    "--blink-settings=lazyLoadEnabled=false",
    // Scripts may open no windows.
    "--block-new-web-contents",
    "--metrics-recording-only",
    "--mute-audio",
    "--no-default-browser-check",
    "--no-first-run",
    "--password-store=basic",
    "--use-mock-keychain",
    "--remote-debugging-pipe",
    // Beyond its own limit, which depends on the machine's memory, Chromium would make pages share processes.
    "--renderer-process-limit=10000",
    `--user-data-dir=${options.profilePath}`,
    ...offlineFlags,
    ...(options.sandbox ? [] : ["--no-sandbox"]),
    "about:blank",
  ];
}

// Draws in the browser's own process: there is less to pass on, and most pages draw nothing.
const headlessShellFlags = ["--in-process-gpu"];

// Without these flags Chromium slows down pages in the background.
const fullChromiumFlags = [
  "--disable-background-timer-throttling",
  "--disable-backgrounding-occluded-windows",
  "--disable-renderer-backgrounding",
];

// These flags keep a browser without an empty namespace off the network. With a namespace they cost nothing. There are
// two spellings of the WebRTC policy because headless-shell obeys one and full Chromium the other.
const offlineFlags = [
  "--proxy-server=127.0.0.1:9",
  "--proxy-bypass-list=<-loopback>",
  "--host-resolver-rules=MAP * ~NOTFOUND",
  "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
  "--webrtc-ip-handling-policy=disable_non_proxied_udp",
];

// Distributions start the browser by a shell script. The engine starts the binary itself, so that it owns its process.
async function findBinary(path: string): Promise<string> {
  const script = await readScript(path);
  if (script === undefined) return path;
  const folders = [...script.matchAll(/\/[\w./-]+/g)].flatMap(([found]) => [found, join(found, basename(path))]);
  for (const candidate of [...folders, join("/usr/lib", basename(path), basename(path))]) {
    if (await isBinary(candidate)) return candidate;
  }
  return path;
}

async function readScript(path: string): Promise<string | undefined> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(65_536), 0, 65_536, 0);
    return buffer.toString("latin1", 0, 2) === "#!" ? buffer.toString("latin1", 2, bytesRead) : undefined;
  } finally {
    await file.close();
  }
}

async function isBinary(path: string): Promise<boolean> {
  if (!/chrom|headless/.test(basename(path))) return false;
  try {
    await access(path, constants.X_OK);
    return (await readScript(path)) === undefined;
  } catch {
    return false;
  }
}

async function findProgram(name: string): Promise<string> {
  for (const folder of ["/usr/bin", "/bin", "/usr/sbin", "/sbin", "/usr/local/bin"]) {
    const path = join(folder, name);
    try {
      await access(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  throw new Error(`${name} is not installed. Install the package util-linux: the worker isolates the browser with it.`);
}
