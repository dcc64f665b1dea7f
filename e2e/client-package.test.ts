import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, realpathSync } from "node:fs";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { text as streamText } from "node:stream/consumers";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { pdfText, proofOr, startPlaten, type Platen } from "@platen/testing";
import { z } from "zod";
import { signIn } from "./dashboard-session.ts";

const run = promisify(execFile);
const rootFolder = resolve(import.meta.dirname, "..");
const readmeFile = join(rootFolder, "README.md");

// oxlint-disable-next-line node/no-process-env -- the programs of a user's shell are what this is about.
const environment = process.env;
// Without this repository's own programs: users bring their Node.js, which may be older than ours.
const foldersOfPrograms = (environment["PATH"] ?? "").split(delimiter).filter((path) => !path.includes("node_modules"));
const users = { ...environment, PATH: foldersOfPrograms.join(delimiter) };
const usersNode = foldersOfPrograms.map((path) => join(path, "node")).find(existsSync) ?? process.execPath;

let folder: string;
/** An empty folder in which the package was installed, and nothing else. */
let home: string;
let installed: string;
let platen: Platen;

/** The registry's package of zod, from this machine: a test has no network of its own. */
async function packZod(): Promise<string> {
  const source = realpathSync(join(rootFolder, "packages/client/node_modules/zod"));
  await cp(source, join(folder, "zod/package"), { recursive: true });
  await run("tar", ["-czf", join(folder, "zod.tgz"), "-C", join(folder, "zod"), "package"]);
  return join(folder, "zod.tgz");
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-client-package-"));
  home = join(folder, "home");
  installed = join(home, "node_modules/@platen/client");
  await mkdir(home);
  const { stdout } = await run(process.execPath, [join(rootFolder, "packages/client/pack.ts"), folder], { env: users });
  const options = ["--cache", join(folder, "cache"), "--offline", "--no-audit", "--no-fund"];
  const packages = [stdout.trim(), await packZod()];
  const installing = run("npm", ["install", ...packages, ...options], { cwd: home, env: users });
  [platen] = await Promise.all([startPlaten({ workers: 1 }), installing]);
});

afterAll(async () => {
  await platen?.stop();
  await rm(folder, { recursive: true, force: true });
});

function exampleIn(file: string): string {
  const [example = "", ...others] = [...readFileSync(file, "utf8").matchAll(/^```js\n(.*?)^```$/gms)].map(
    ([, code = ""]) => code,
  );
  expect(others).toEqual([]);
  expect(example).toContain('from "@platen/client"');
  return example;
}

test("the package holds JavaScript, declarations and texts, and depends on zod alone", async () => {
  const manifest = z
    .looseObject({ name: z.string(), version: z.string(), dependencies: z.record(z.string(), z.string()) })
    .parse(JSON.parse(await readFile(join(installed, "package.json"), "utf8")));
  const release: unknown = JSON.parse(await readFile(join(rootFolder, "package.json"), "utf8"));
  expect(release).toMatchObject({ name: "platen", version: manifest.version });
  expect(manifest.name).toBe("@platen/client");
  expect(Object.keys(manifest.dependencies)).toEqual(["zod"]);
  expect(manifest).not.toHaveProperty("private");
  const files = (await readdir(installed, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const names = files.map(({ name }) => name);
  expect(names).toEqual(expect.arrayContaining(["index.js", "npm.d.ts", "LICENSE", "README.md", "package.json"]));
  const declarations = await readFile(join(installed, "types/client/src/client.d.ts"), "utf8");
  expect(declarations).toContain("/** Generates a document and returns its PDF. */");
  expect(names.filter((name) => !/\.(js|d\.ts)$|^(LICENSE|README\.md|package\.json)$/.test(name))).toEqual([]);
});

test("the README's example runs where the package was installed, and writes the invoice", async () => {
  const example = exampleIn(readmeFile);
  const address = '"http://127.0.0.1:8080"';
  expect(example).toContain(address);
  await writeFile(join(home, "invoice.mjs"), example.replace(address, JSON.stringify(platen.baseUrl)));
  const { stdout } = await run(usersNode, ["invoice.mjs"], { cwd: home, env: { ...users, API_KEY: platen.apiKey } });
  expect(stdout).toMatch(/^Invoice: \d+ bytes/);
  expect((await pdfText(await readFile(join(home, "invoice.pdf")))).join()).toContain("2031");
});

test("the session of the guide to pushing, pasted into a shell, publishes a template and writes its document", async () => {
  const [, session = ""] = /^```sh\n(.*?)^```$/ms.exec(readFileSync(join(rootFolder, "docs/push.md"), "utf8")) ?? [];
  const address = "http://127.0.0.1:8080";
  expect(session).toContain(address);
  const pasted = session.replace(address, platen.baseUrl);
  const env = { ...users, PLATEN_API_KEY: platen.apiKey };
  await run("/bin/sh", ["-e", "-c", pasted], { cwd: home, env });
  const pages = await pdfText(await readFile(join(home, "reminder.pdf")));
  expect(pages.join().replaceAll(/\s+/g, " ")).toContain("ACME Please pay €12.50.");
});

test("the package's own README shows the same example", () => {
  expect(exampleIn(join(installed, "README.md"))).toBe(exampleIn(readmeFile));
});

describe("the example", () => {
  /** Starts an example where the package was installed. */
  async function start(name: string, env: Record<string, string> = {}) {
    await cp(join(rootFolder, "packages/client/examples", `${name}.ts`), join(home, `${name}.mts`));
    const variables = { ...users, PLATEN_URL: platen.baseUrl, API_KEY: platen.apiKey, ...env };
    return spawn(process.execPath, [`${name}.mts`], {
      cwd: home,
      env: variables,
      stdio: ["ignore", "pipe", "inherit"],
    });
  }

  /** Runs an example to its end, and returns what it printed. */
  async function printedBy(name: string): Promise<string> {
    const child = await start(name);
    const [printed, [code]] = await Promise.all([streamText(child.stdout), once(child, "close")]);
    expect(code).toBe(0);
    return printed;
  }

  test("save-a-pdf streams an invoice into a file", async () => {
    await rm(join(home, "invoice.pdf"), { force: true });
    expect(await printedBy("save-a-pdf")).toBe("invoice.pdf\n");
    expect((await pdfText(await readFile(join(home, "invoice.pdf")))).join()).toContain("Invoice");
  });

  test("wait-for-a-document saves a document that Platen makes meanwhile, once for its Idempotency-Key", async () => {
    expect(await printedBy("wait-for-a-document")).toBe("order.pdf\n");
    const first = await readFile(join(home, "order.pdf"));
    expect((await pdfText(first)).join()).toContain("2031");
    await printedBy("wait-for-a-document");
    expect(first.equals(await readFile(join(home, "order.pdf")))).toBe(true);
  });

  test("make-a-batch saves the ZIP and the manifest of three invoices", async () => {
    expect(await printedBy("make-a-batch")).toMatch(/^completed: 3 completed, 0 failed$/m);
    expect((await readFile(join(home, "invoices.zip"))).subarray(0, 2).toString()).toBe("PK");
    const manifest = (await readFile(join(home, "invoices.ndjson"), "utf8")).trimEnd().split("\n");
    const row = z.looseObject({ filename: z.string() });
    expect(manifest.map((line) => row.parse(JSON.parse(line)).filename)).toEqual(
      ["2031", "2032", "2033"].map((number) => `invoice-${number}.pdf`),
    );
  });

  test("receive-webhooks prints the event of a document, and refuses a forged one", async () => {
    const session = await signIn(platen.baseUrl, platen.account);
    const { secret } = await session.call(operations.getWebhookSecret, { params: { projectId: platen.projectId } });
    const receiver = await start("receive-webhooks", { PORT: "0", WEBHOOK_SECRET: secret });
    try {
      const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]();
      const [, port = ""] = /port: (\d+)/.exec((await lines.next()).value ?? "") ?? [];
      const callbackUrl = `http://127.0.0.1:${port}/`;
      const forged = { "webhook-id": "dlv_1", "webhook-timestamp": "1", "webhook-signature": "v1,AAAA" };
      expect((await fetch(callbackUrl, { method: "POST", headers: forged, body: "{}" })).status).toBe(401);

      const templateId = platen.templates.find(({ name }) => name === "Invoice")?.templateId ?? "";
      const client = createClient({ baseUrl: platen.baseUrl, apiKey: platen.apiKey });
      const { documentId } = await client.createDocument({ templateId, data: { number: "7" }, callbackUrl });
      const event = (await lines.next()).value;
      expect(event).toMatch(/^document\.completed /);
      expect(event).toContain(documentId);
    } finally {
      receiver.kill();
      await once(receiver, "close");
    }
  });
});

const consumer = `
import { ApiProblem, createClient, TransportError, type Document, type Failure, type Template } from "@platen/client";

const platen = createClient({ baseUrl: "https://platen.example", apiKey: "plt_" });

export async function stateOf(documentId: string): Promise<string> {
  const document: Document = await platen.getDocument(documentId, { signal: AbortSignal.timeout(1_000) });
  switch (document.status) {
    case "completed":
      return String(document.pageCount);
    case "failed":
      return document.failure?.code === "render_timeout" ? "too slow" : "failed";
    default:
      return document.status.toUpperCase();
  }
}

// Statuses and codes of a later release are values of these types.
export const status: Document["status"] = "archived";
export const code: Failure["code"] = "font_missing";

export async function names(): Promise<string[]> {
  const found: Template[] = [];
  try {
    for await (const template of platen.allTemplates({ sort: "name:asc" })) found.push(template);
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "auth.key_invalid") return [error.requestId];
    if (error instanceof TransportError && error.failure === "timeout") return [];
    throw error;
  }
  return found.map(({ name }) => name);
}

// @ts-expect-error -- no list is sorted by this.
platen.listTemplates({ sort: "colour:asc" });
// @ts-expect-error -- a document has no such field.
platen.getDocument("doc_").then(({ pageCuont }) => pageCuont);
// @ts-expect-error -- the data is required.
platen.generateDocument({ templateId: "tpl_" });
`;

test("a consumer's TypeScript type checks, as a module of Node.js, and in the proof lane of a bundler", async () => {
  const compiler = join(rootFolder, "node_modules/typescript/bin/tsc");
  await writeFile(join(home, "consumer.mts"), consumer);
  const ofNode = ["nodenext", "nodenext"];
  const checks = proofOr([ofNode, ["esnext", "bundler"]], [ofNode]).map(async ([module, moduleResolution]) => {
    const compilerOptions = {
      module,
      moduleResolution,
      target: "es2022",
      lib: ["es2023", "dom", "dom.iterable"],
      types: [],
      strict: true,
      skipLibCheck: false,
      noEmit: true,
    };
    const project = join(home, `tsconfig.${module}.json`);
    await writeFile(project, JSON.stringify({ compilerOptions, files: ["consumer.mts"] }));
    const { stdout } = await run(process.execPath, [compiler, "-p", project, "--listFiles"]).catch((error: unknown) => {
      // execFile's error has what the program wrote.
      throw new Error((error as { stdout: string }).stdout, { cause: error });
    });
    expect(stdout).toContain(join(installed, "types/client/src/npm.d.ts"));
  });
  await Promise.all(checks);
});
