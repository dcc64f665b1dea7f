/* oxlint-disable node/no-process-env -- the generators run with the variables of the machine. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { accessSync, constants } from "node:fs";
import { copyFile, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isProof, onlyIf, startPlaten, type Platen } from "@platen/testing";
import { generators } from "./generators/generators.ts";

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
let body: string;
let digest: string | null;

beforeAll(async () => {
  if (!isProof) return;
  platen = await startPlaten({ workers: 1 });
  const { templateId, sampleData: data } = platen.templates.find(({ name }) => name === "Invoice") ?? {};
  // With a fixed date, each request gives the same bytes.
  body = JSON.stringify({ templateId, data, options: { creationDate: "2026-01-31T09:00:00Z" } });
  const answer = await fetch(`${platen.baseUrl}/api/v1/generate/pdf`, {
    method: "POST",
    headers: { authorization: `Bearer ${platen.apiKey}`, "content-type": "application/json" },
    body,
  });
  digest = answer.headers.get("repr-digest");
});

afterAll(() => platen?.stop());

for (const { name, needs, program, commands } of generators) {
  const missing = needs.filter((needed) => !isHere(needed));
  const why = missing.length === 0 ? "" : ` (skipped: this machine has no ${missing.join(", ")})`;

  onlyIf(isProof && missing.length === 0)(test)(
    `a client by ${name} saves the invoice of a running Platen, with the digest that Platen gives${why}`,
    async () => {
      const folder = await mkdtemp(join(tmpdir(), "platen-generator-"));
      try {
        const document = await fetch(`${platen.baseUrl}/api/v1/openapi-sdk.json`);
        await writeFile(join(folder, "openapi-sdk.json"), await document.text());
        await writeFile(join(folder, "body.json"), body);
        await copyFile(join(import.meta.dirname, "generators/programs", program[0]), join(folder, program[1]));
        const env = { ...process.env, PLATEN: platen.baseUrl, API_KEY: platen.apiKey, NODE_OPTIONS: "" };
        for (const line of commands) {
          const [command = "", ...args] = line.split(" ").map((part) => part.replaceAll("{repository}", repository));
          await run(command, args, { cwd: folder, env, timeout: slowestMs, maxBuffer: 64_000_000 });
        }
        const pdf = await readFile(join(folder, "invoice.pdf"));
        expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
        expect(`sha-256=:${createHash("sha256").update(pdf).digest("base64")}:`).toBe(digest);
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    },
    slowestMs,
  );
}
