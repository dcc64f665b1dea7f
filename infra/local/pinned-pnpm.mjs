/* oxlint-disable node/no-process-env -- a command is an entry point, as main.ts is. */
// Runs the pnpm that `packageManager` in package.json names, by version and SHA-512: `node infra/local/pinned-pnpm.mjs
// <arguments>`. npm downloads it and compares the hash; the download stays for the next time. Plain JavaScript without
// dependencies, because it runs before there are any.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const [, version, hash] = /^pnpm@(\d+\.\d+\.\d+)\+sha512\.([0-9a-f]{128})$/.exec(packageManager) ?? [];
if (hash === undefined) {
  fail(`packageManager in package.json must be pnpm@<version>+sha512.<hash in hexadecimal>, and is ${packageManager}.`);
}

/**
 * SHA-512 of pnpm's program for each platform of the images and of the tests, from the registry. The package `pnpm`, whose
 * hash is in package.json, only starts it.
 */
const programHashes = {
  "linux-x64": "8eufCjHXspKbNS/kh8q4Q0gqJoOuvC4Q5pgos6XS8By/nAMtP+jf8F1Cw9er840kfAX+PJ/ts+A9qnLE91rvXQ==",
  "linux-arm64": "4Oj/iF2TDCe2lcH0n4TupPR5sSdrNLclJB6xBElLMPCUOAvBhdf2rRlSaO5M4erJ6g4Fyy7YTXTpcmfFsKyxEA==",
};
const hasGlibc = process.platform !== "linux" || process.report.getReport().header.glibcVersionRuntime !== undefined;
const platform = `${process.platform}-${process.arch}${hasGlibc ? "" : "-musl"}`;

// The name has the hash, so a changed hash brings another download.
const folder = join(root, `.data/pnpm/${version}-${hash.slice(0, 16)}-${platform}`);
if (!existsSync(folder)) download();
const child = spawn(process.execPath, [join(folder, "node_modules/pnpm/bin/pnpm.mjs"), ...process.argv.slice(2)], {
  stdio: "inherit",
});
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code, signal) => process.exit(signal === null ? code : 128 + constants.signals[signal]));

function download() {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  const program = `@pnpm/exe.${platform}`;
  const programHash = programHashes[platform];
  if (programHash === undefined) process.stderr.write(`No hash of ${program} is pinned: npm trusts its registry.\n`);
  const manifest = { name: "pinned-pnpm", private: true, dependencies: { pnpm: version, [program]: version } };
  const packages = {
    "": manifest,
    "node_modules/pnpm": lockOf("pnpm", Buffer.from(hash, "hex").toString("base64")),
    ...(programHash && { [`node_modules/${program}`]: lockOf(program, programHash) }),
  };
  writeFileSync(join(draft, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(draft, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));
  const command = [programHash ? "ci" : "install", "--ignore-scripts", "--no-audit", "--no-fund"];
  const { status, stdout, stderr, error } = spawnSync("npm", command, {
    cwd: draft,
    // The npm that runs this script names its own folder in the environment.
    env: Object.fromEntries(Object.entries(process.env).filter(([name]) => name !== "npm_config_local_prefix")),
    encoding: "utf8",
    timeout: 300_000,
  });
  if (status === 0 && !existsSync(folder)) renameSync(draft, folder);
  // Where another process was quicker, its download is the same.
  else rmSync(draft, { recursive: true, force: true });
  if (status !== 0) {
    fail(`${stdout}${stderr}\nnpm could not install ${packageManager}${error ? `: ${error.message}` : ""}.`);
  }
}

/** What npm compares with the download. It replaces this registry by the one that it is configured for. */
function lockOf(name, sha512) {
  const file = `${name.split("/").at(-1)}-${version}.tgz`;
  return { version, resolved: `https://registry.npmjs.org/${name}/-/${file}`, integrity: `sha512-${sha512}` };
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
