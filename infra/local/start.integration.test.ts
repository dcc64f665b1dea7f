/* oxlint-disable node/no-process-env -- what a program is started with is what this is about. */
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { openStateFolder, serviceUsers, waitFor } from "@platen/provisioning";
import { pdfText, testChromiumPath } from "@platen/testing";
import { z } from "zod";
import type { ChildProcess } from "node:child_process";

const demoSchema = z.strictObject({
  baseUrl: z.url(),
  apiKey: z.string(),
  templates: z.array(z.strictObject({ templateId: z.string(), name: z.string(), sampleData: z.looseObject({}) })),
  account: z.strictObject({ email: z.string(), password: z.string() }),
});
const recordsSchema = z.array(z.looseObject({ name: z.string(), pid: z.int() }));

// mkdtemp makes it with mode 700, so that as root the data must be kept elsewhere: the harder case.
let home: string;
let dataFolder: string;
let stateFolder: string;
let child: ChildProcess;
let output: string;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "platen-start-"));
  dataFolder = join(home, ".data");
  stateFolder = await openStateFolder(dataFolder);
  await start();
});

afterAll(async () => {
  await stop();
  await rm(stateFolder, { recursive: true, force: true });
  await rm(home, { recursive: true, force: true });
});

async function start(): Promise<void> {
  output = "";
  const { DATABASE_URL: _, REDIS_URL: __, PORT: ___, NODE_OPTIONS: ____, ...environment } = process.env;
  child = spawn(process.execPath, [join(import.meta.dirname, "start.ts")], {
    env: { ...environment, PUPPETEER_EXECUTABLE_PATH: await testChromiumPath(), PLATEN_DATA_DIR: dataFolder },
    // The channel ends it with this process, should the test not come to that.
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  child.stdout?.on("data", (chunk: Buffer) => (output += chunk.toString()));
}

async function untilReady(): Promise<void> {
  await waitFor(() => output.includes("Ctrl-C stops everything") || child.exitCode !== null, {
    timeoutMs: 120_000,
    describe: "Platen to be ready",
  });
  expect(output).toContain("Platen is ready");
}

async function stop(): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = once(child, "exit");
  child.kill("SIGINT");
  await exited;
  return child.exitCode;
}

async function demo(): Promise<z.infer<typeof demoSchema>> {
  return demoSchema.parse(JSON.parse(await readFile(join(dataFolder, "demo.json"), "utf8")));
}

async function pidOf(name: string): Promise<number> {
  const records = recordsSchema.parse(JSON.parse(await readFile(join(dataFolder, "processes.json"), "utf8")));
  const pid = records.find((record) => record.name === name)?.pid;
  if (pid === undefined) throw new Error(`${name} does not run`);
  return pid;
}

/** What still runs and was told about our folders: servers, services and browsers all are. */
async function processesOfThisStart(): Promise<string[]> {
  const ids = (await readdir("/proc").catch(() => [])).filter((name) => /^\d+$/.test(name));
  const read = (id: string, file: string) => readFile(join("/proc", id, file), "utf8").catch(() => "");
  const all = await Promise.all(
    ids.map(async (id) => ({ command: await read(id, "cmdline"), environment: await read(id, "environ") })),
  );
  const isOurs = (text: string) => text.includes(home) || text.includes(stateFolder);
  // The environment of this process and of other tests' does not name the folders; that of the services does.
  return all.filter(({ command, environment }) => isOurs(command) || isOurs(environment)).map(({ command }) => command);
}

test("the printed command makes the invoice, and demo.json says the same to its owner only", async () => {
  await untilReady();
  const { apiKey, baseUrl, templates, account } = await demo();
  expect((await stat(join(dataFolder, "demo.json"))).mode & 0o777).toBe(0o600);
  for (const value of [apiKey, `${baseUrl}/dashboard`, account.email, account.password])
    expect(output).toContain(value);
  expect(templates).toHaveLength(9);

  const command = /^curl[^]*(?=\n\nCtrl-C)/m.exec(output)?.[0] ?? "";
  execFileSync("/bin/sh", ["-c", command], { cwd: home, timeout: 60_000 });
  const pages = await pdfText(await readFile(join(home, "invoice.pdf")));
  const invoice = templates.find(({ name }) => /invoice/i.test(name));
  const { customer } = z.looseObject({ customer: z.object({ name: z.string() }) }).parse(invoice?.sampleData);
  expect(pages.join()).toContain(customer.name);
});

test("the script of `helm test` prints a template of the demo", async () => {
  const { apiKey, baseUrl, templates } = await demo();
  const keyFile = join(home, "key");
  await writeFile(keyFile, `${apiKey}\n`);
  const script = join(import.meta.dirname, "../helm/platen/files/print-document.mjs");
  const env = { GATEWAY_URL: baseUrl, TEMPLATE_ID: templates[0]?.templateId, KEY_FILE: keyFile };
  const said = execFileSync(process.execPath, [script], { env, encoding: "utf8", timeout: 60_000 });
  expect(said).toMatch(/^Printed a PDF of \d{4,} bytes in \d+ ms\.\n$/);
});

test("webhooks reach the receiver of the guide on this machine, and no other port", async () => {
  const { apiKey, baseUrl, templates } = await demo();
  const codeOf = async (callbackUrl: string) => {
    const answer = await fetch(`${baseUrl}/api/v1/documents`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify({ templateId: templates[0]?.templateId, data: {}, callbackUrl }),
    });
    return answer.ok
      ? answer.status
      : z.object({ error: z.object({ code: z.string() }) }).parse(await answer.json()).error.code;
  };
  expect(await codeOf("http://127.0.0.1:3000/")).toBe(202);
  for (const url of [baseUrl, "http://127.0.0.1:5432/", "https://localhost:6379/"])
    expect([url, await codeOf(url)]).toEqual([url, "webhook.url_refused"]);
});

test("a start by root runs the gateway and the catalog as users of their own, where they can read the code", async () => {
  const uidOf = async (name: string) =>
    /^Uid:\s+(\d+)/m.exec(await readFile(`/proc/${await pidOf(name)}/status`, "utf8"))?.[1];
  const { gateway, catalog } = serviceUsers(join(import.meta.dirname, "../.."));
  const own = String(process.getuid?.());
  expect([await uidOf("gateway"), await uidOf("catalog")]).toEqual([
    String(gateway?.uid ?? own),
    String(catalog?.uid ?? own),
  ]);
  expect(output.includes("gateway, catalog and courier run as")).toBe(own === "0");
});

test("a second start in the same folder says that it already runs, and ends", async () => {
  const second = spawn(process.execPath, [join(import.meta.dirname, "start.ts")], {
    env: { PATH: process.env["PATH"], PLATEN_DATA_DIR: dataFolder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  second.stdout.on("data", (chunk: Buffer) => (said += chunk.toString()));
  await once(second, "close");
  expect(said).toContain(`already runs in this folder, at ${(await demo()).baseUrl} (process ${child.pid})`);
  expect(second.exitCode).toBe(1);
});

test("after it was killed outright, the next start ends what was left, keeps the data and the key", async () => {
  const before = await demo();
  const exited = once(child, "exit");
  child.kill("SIGKILL");
  await exited;
  const leftBehind = await pidOf("catalog");
  await start();
  await untilReady();
  expect(output).toContain(`ended catalog (process ${leftBehind}), left behind by an earlier start`);
  const after = await demo();
  expect({ ...after, baseUrl: "" }).toEqual({ ...before, baseUrl: "" });
  const answer = await fetch(`${after.baseUrl}/api/v1/projects`, {
    headers: { authorization: `Bearer ${after.apiKey}` },
  });
  expect(answer.status).toBe(200);
});

test("Ctrl-C stops everything it started, with no process left", async () => {
  expect(await processesOfThisStart()).not.toEqual([]);
  expect(await stop()).toBe(0);
  expect(output).toMatch(/Everything is stopped\.\n$/);
  await waitFor(async () => (await processesOfThisStart()).length === 0, { describe: "every process to be gone" });
});
