import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { waitFor } from "@platen/provisioning";

let root: string;

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), "platen-bootstrap-"));
  await mkdir(join(root, "infra/local"), { recursive: true });
  await mkdir(join(root, "packages/one"), { recursive: true });
  await mkdir(join(root, "bin"));
  await cp(join(import.meta.dirname, "run.mjs"), join(root, "infra/local/run.mjs"));
  await writeFile(join(root, "package.json"), JSON.stringify({ packageManager: "pnpm@1.2.3" }));
  await writeFile(join(root, "packages/one/package.json"), "{}");
  await writeFile(join(root, "pnpm-workspace.yaml"), "packages:\n  - packages/*\n");
  await writeFile(join(root, "pnpm-lock.yaml"), "lockfileVersion: 9\n");
  // Stands for npx and pnpm: notes how it was called, and installs the pinned Node.js.
  await writeExecutable(
    "bin/npx",
    `echo "$@" >> calls; mkdir -p node_modules/.bin; ln -sf ${process.execPath} node_modules/.bin/node`,
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
  expect(first).toEqual({
    code: 5,
    output: expect.stringMatching(/Installing dependencies with pnpm@1\.2\.3[^]*ran one two\n$/),
  });
  expect(await run("script.mjs")).toEqual({ code: 5, output: "ran one two\n" });
  expect(await installs()).toEqual(["--yes pnpm@1.2.3 install --frozen-lockfile"]);
  await writeFile(join(root, "packages/one/package.json"), '{ "name": "one" }');
  await run("script.mjs");
  expect(await installs()).toHaveLength(2);
});

test("an installation that fails is shown, and tried again the next time", async () => {
  await writeExecutable("bin/npx", "echo calls >> calls; echo no network; exit 1");
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
