/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// Runs one of the repository's scripts, `node infra/local/run.mjs <script> [arguments]`, on a machine that has nothing
// but Node.js 20 or newer and npm: installs the dependencies when they changed and hands over to the pinned Node.js
// among them. Plain JavaScript without dependencies, because it runs before there are any.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const stamp = join(root, "node_modules/.platen-installed");

const [script, ...args] = process.argv.slice(2);
if (script === undefined) fail("usage: node infra/local/run.mjs <script> [arguments]");
if (Number(process.versions.node.split(".")[0]) < 20) {
  fail(`Platen needs Node.js 20 or newer to start (it then brings its own); this is ${process.version}.`);
}

await installDependencies();
await handOver(join(root, "node_modules/.bin/node"), [resolve(root, script), ...args]);

async function installDependencies() {
  const wanted = fingerprint();
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return;
  process.stderr.write(`Installing dependencies (about a minute the first time) ...\n`);
  const startedAt = performance.now();
  const child = spawn(process.execPath, [join(root, "infra/local/pinned-pnpm.mjs"), "install", "--frozen-lockfile"], {
    cwd: root,
    // Without CI, pnpm would stop to ask before it replaces a node_modules it does not like.
    env: { ...process.env, CI: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout.on("data", (chunk) => (output += chunk));
  child.stderr.on("data", (chunk) => (output += chunk));
  passSignalsTo(child);
  const { code, error } = await ending(child);
  if (code !== 0) {
    const reason = error ? `: ${error.message}` : "";
    fail(
      `${output}\nInstalling the dependencies failed${reason}. After a change to a package.json, first run\n  node infra/local/pinned-pnpm.mjs install`,
    );
  }
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
  process.stderr.write(`Dependencies are installed (${((performance.now() - startedAt) / 1000).toFixed(1)} s).\n`);
}

/** Changes when the dependencies may have: any manifest, the lock file, pnpm's settings, or the kind of machine. */
function fingerprint() {
  const folders = readFileSync(join(root, "pnpm-workspace.yaml"), "utf8")
    .split("\n")
    .flatMap((line) => /^ {2}- (\S+)$/.exec(line)?.[1] ?? [])
    .flatMap((pattern) =>
      pattern.endsWith("/*") && existsSync(join(root, pattern.slice(0, -2)))
        ? readdirSync(join(root, pattern.slice(0, -2))).map((name) => join(pattern.slice(0, -2), name))
        : [pattern],
    )
    .toSorted();
  const hash = createHash("sha256").update(`${process.platform} ${process.arch}`);
  for (const file of [
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    ...["", ...folders].map((f) => join(f, "package.json")),
  ]) {
    const path = join(root, file);
    if (existsSync(path)) hash.update(`\n${file}\n`).update(readFileSync(path));
  }
  return hash.digest("hex");
}

async function handOver(command, commandArgs) {
  // The channel tells the script when we are gone, however we went.
  const child = spawn(command, commandArgs, { cwd: root, stdio: ["inherit", "inherit", "inherit", "ipc"] });
  passSignalsTo(child);
  stopWithNpm(child);
  const { code, signal, error } = await ending(child);
  if (error) fail(`Could not run ${command}: ${error.message}`);
  process.exit(signal === null ? code : 128 + constants.signals[signal]);
}

function passSignalsTo(child) {
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
}

/** npm cannot tell us when it is killed outright; a Ctrl-C would then no longer reach us, and we would run for good. */
function stopWithNpm(child) {
  if (process.env.npm_lifecycle_event === undefined) return;
  const npm = npmProcess();
  setInterval(() => {
    if (npmProcess() !== npm) child.kill("SIGTERM");
  }, 500).unref();
}

/** Our parent, or its parent: npm runs scripts in a shell, and some shells let the script take their place. */
function npmProcess() {
  try {
    const [, name, parent] = /^\d+ \((.*)\) \S (\d+)/.exec(readFileSync(`/proc/${process.ppid}/stat`, "utf8"));
    return /^(sh|dash|bash)$/.test(name) ? Number(parent) : process.ppid;
  } catch {
    // No Linux: there, shells do give way.
    return process.ppid;
  }
}

function ending(child) {
  return new Promise((settle) => {
    child.once("error", (error) => settle({ code: 1, signal: null, error }));
    child.once("exit", (code, signal) => settle({ code, signal }));
  });
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
