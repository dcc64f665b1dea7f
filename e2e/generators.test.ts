/* oxlint-disable node/no-process-env -- the generators run with the variables of the machine. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isProof, onlyIf, startPlaten, type Platen } from "@platen/testing";
import { generators, parsedGenerators, type Generator } from "./generators/generators.ts";

const run = promisify(execFile);
const repository = resolve(import.meta.dirname, "..");
const slowestMs = 600_000;

function isHere(program: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}

let platen: Platen;
let templateNames: string[];
let requests: Record<"document" | "template" | "batch", unknown>;
let digest: string | null;

beforeAll(async () => {
  if (!isProof) return;
  platen = await startPlaten({ workers: 1 });
  templateNames = platen.templates.map(({ name }) => name);
  const { templateId, sampleData: data } = platen.templates.find(({ name }) => name === "Invoice") ?? {};
  requests = {
    // With a fixed date, each request gives the same bytes.
    document: { templateId, data, options: { creationDate: "2026-01-31T09:00:00Z" } },
    template: { name: "Unclosed", html: "<p>Fine</p>\n{{#items}}" },
    batch: { templateId, rows: [{ data }, { data, reference: "second" }, { data, filename: "third.pdf" }] },
  };
  const answer = await fetch(`${platen.baseUrl}/api/v1/generate/pdf`, {
    method: "POST",
    headers: { authorization: `Bearer ${platen.apiKey}`, "content-type": "application/json" },
    body: JSON.stringify(requests.document),
  });
  digest = answer.headers.get("repr-digest");
});

afterAll(() => platen?.stop());

/** Runs the commands in a new folder that has Platen's document for generators, and the requests of the programs. */
async function inFolder(
  { commands, program }: Pick<Generator, "commands"> & Partial<Generator>,
  look: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "platen-generator-"));
  try {
    const document = await fetch(`${platen.baseUrl}/api/v1/openapi-sdk.json`);
    await writeFile(join(folder, "openapi-sdk.json"), await document.text());
    for (const [name, body] of Object.entries(requests)) {
      await writeFile(join(folder, `${name}.json`), JSON.stringify(body));
    }
    if (program) await copyFile(join(import.meta.dirname, "generators/programs", program[0]), join(folder, program[1]));
    const env = { ...process.env, PLATEN: platen.baseUrl, API_KEY: platen.apiKey, NODE_OPTIONS: "" };
    for (const line of commands) {
      const [command = "", ...args] = line.split(" ").map((part) => part.replaceAll("{repository}", repository));
      await run(command, args, { cwd: folder, env, timeout: slowestMs, maxBuffer: 64_000_000 });
    }
    await look(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The test of a generator, and what its name adds where the machine lacks a program. */
function testWith(needs: readonly string[]) {
  const missing = needs.filter((needed) => !isHere(needed));
  const why = missing.length === 0 ? "" : ` (skipped: this machine has no ${missing.join(", ")})`;
  return { test: onlyIf(isProof && missing.length === 0)(test), why };
}

for (const generator of generators) {
  const { test: testHere, why } = testWith(generator.needs);
  testHere(
    `a client by ${generator.name} saves the invoice with the digest that Platen gives, lists templates, reads a 422 and makes a batch${why}`,
    () =>
      inFolder(generator, async (folder) => {
        const pdf = await readFile(join(folder, "invoice.pdf"));
        expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
        expect(`sha-256=:${createHash("sha256").update(pdf).digest("base64")}:`).toBe(digest);
        const report: unknown = JSON.parse(await readFile(join(folder, "report.json"), "utf8"));
        expect(report).toEqual({
          templates: expect.arrayContaining(templateNames),
          refusal: { code: "template.syntax_invalid", path: "html", line: 2 },
          batch: { status: "completed", completed: 3 },
        });
      }),
    slowestMs,
  );
}

for (const generator of parsedGenerators) {
  const { test: testHere, why } = testWith(generator.needs);
  testHere(
    `each file of a client by ${generator.name} is parsed without a mistake${why}`,
    () =>
      inFolder(generator, async (folder) => {
        const { ending, parser } = generator;
        const [command, option] = parser;
        const names = await readdir(join(folder, generator.folder), { recursive: true });
        const files = names.filter((name) => name.endsWith(ending));
        expect(files.length).toBeGreaterThan(50);
        for (const file of files) await run(command, [option, join(folder, generator.folder, file)]);
      }),
    slowestMs,
  );
}
