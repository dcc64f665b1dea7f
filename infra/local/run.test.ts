import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { waitFor } from "@platen/provisioning";

let root: string;
/** A hash in hexadecimal and, as npm writes it, in Base64. */
const sha512 = "00".repeat(64);
const integrity = `sha512-${"A".repeat(86)}==`;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "platen-bootstrap-"));
  await mkdir(join(root, "infra/local"), { recursive: true });
  await mkdir(join(root, "packages/one"), { recursive: true });
  await mkdir(join(root, "bin"));
  await cp(join(import.meta.dirname, "run.mjs"), join(root, "infra/local/run.mjs"));
  await writeFile(join(root, "package.json"), JSON.stringify({ packageManager: `pnpm@1.2.3+sha512.${sha512}` }));
  await cp(join(import.meta.dirname, "pinned-pnpm.mjs"), join(root, "infra/local/pinned-pnpm.mjs"));
  await writeFile(join(root, "packages/one/package.json"), "{}");
  await writeFile(join(root, "pnpm-workspace.yaml"), "packages:\n  - packages/*\n");
  await writeFile(join(root, "pnpm-lock.yaml"), "lockfileVersion: 9\n");
  // Stands for npm: installs a pnpm that notes how it was called, and that installs the pinned Node.js.
  await writeExecutable(
    "bin/npm",
    `echo "$@" >> ${root}/downloads; cp package-lock.json ${root}; mkdir -p node_modules/pnpm/bin
     cat > node_modules/pnpm/bin/pnpm.mjs <<EOF
       import { appendFileSync, mkdirSync, symlinkSync, rmSync } from "node:fs";
       appendFileSync("${root}/calls", process.argv.slice(2).join(" ") + "\\n");
       mkdirSync("${root}/node_modules/.bin", { recursive: true });
       rmSync("${root}/node_modules/.bin/node", { force: true });
       symlinkSync(process.execPath, "${root}/node_modules/.bin/node");
EOF`,
  );
});

afterEach(() => rm(root, { recursive: true }));

async function writeExecutable(path: string, script: string): Promise<void> {
  await writeFile(join(root, path), `#!/bin/sh\n${script}\n`);
  await chmod(join(root, path), 0o755);
}

function start(script: string) {
  return spawn(process.execPath, [join(root, "infra/local/run.mjs"), script, "one", "two"], {
    env: { PATH: `${join(root, "bin")}:/usr/bin:/bin` },
    cwd: "/",
  });
}

async function run(script: string): Promise<{ code: number | null; output: string }> {
  const child = start(script);
  let output = "";
  child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const [code] = await once(child, "close");
  return { code: typeof code === "number" ? code : null, output };
}

const installs = async () => (await readFile(join(root, "calls"), "utf8")).trim().split("\n");

test("dependencies are installed the first time, skipped while nothing changes, and installed again when a manifest does", async () => {
  await writeFile(
    join(root, "script.mjs"),
    "console.log('ran', process.argv.slice(2).join(' ')); process.exitCode = 5;",
  );
  const first = await run("script.mjs");
  expect(first).toEqual({ code: 5, output: expect.stringMatching(/Installing dependencies [^]*ran one two\n$/) });
  expect(await run("script.mjs")).toEqual({ code: 5, output: "ran one two\n" });
  expect(await installs()).toEqual(["install --frozen-lockfile"]);
  await writeFile(join(root, "packages/one/package.json"), '{ "name": "one" }');
  await run("script.mjs");
  expect(await installs()).toHaveLength(2);
  // npm compares these with what it downloads, and the download stays.
  expect(JSON.parse(await readFile(join(root, "package-lock.json"), "utf8"))).toMatchObject({
    packages: { "node_modules/pnpm": { version: "1.2.3", integrity } },
  });
  expect((await readFile(join(root, "downloads"), "utf8")).split("\n")).toHaveLength(2);
});

test("a pnpm without a hash in package.json is not installed", async () => {
  await writeFile(join(root, "package.json"), JSON.stringify({ packageManager: "pnpm@1.2.3" }));
  expect(await run("script.mjs")).toEqual({
    code: 1,
    output: expect.stringContaining("must be pnpm@<version>+sha512."),
  });
});

test("an installation that fails is shown, and tried again the next time", async () => {
  await writeExecutable("bin/npm", `echo calls >> ${root}/calls; echo no network; exit 1`);
  expect(await run("script.mjs")).toEqual({
    code: 1,
    output: expect.stringMatching(/no network[^]*Installing the dependencies failed/),
  });
  await run("script.mjs");
  expect(await installs()).toHaveLength(2);
});

test("a signal reaches the script, and its exit code comes back", async () => {
  const flag = join(root, "running");
  await writeFile(
    join(root, "script.mjs"),
    `import { writeFileSync } from "node:fs";
     process.once("SIGTERM", () => process.exit(9));
     setInterval(() => undefined, 1_000);
     writeFileSync(${JSON.stringify(flag)}, "yes");`,
  );
  const child = start("script.mjs");
  const exited = once(child, "exit");
  await waitFor(() => readFile(flag, "utf8"), { describe: "the script to run" });
  child.kill("SIGTERM");
  expect(await exited).toEqual([9, null]);
});

test("the script learns that its starter was killed", async () => {
  const flag = join(root, "state");
  await writeFile(
    join(root, "script.mjs"),
    `import { writeFileSync } from "node:fs";
     process.once("disconnect", () => { writeFileSync(${JSON.stringify(flag)}, "alone"); process.exit(); });
     writeFileSync(${JSON.stringify(flag)}, "running");`,
  );
  const child = start("script.mjs");
  await waitFor(() => readFile(flag, "utf8"), { describe: "the script to run" });
  child.kill("SIGKILL");
  await waitFor(async () => (await readFile(flag, "utf8")) === "alone", { describe: "the script to notice" });
});
