import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { findPrograms, inheritedEnvironment, withConnection, withDatabaseName } from "@platen/provisioning";
import { onlyIf, startPlaten, type Platen } from "@platen/testing";

const run = promisify(execFile);
const scripts = resolve(import.meta.dirname, "../infra/backup");
// oxlint-disable-next-line node/no-process-env -- where the machine's programs are.
const environment = process.env;
// Where tests have their servers in containers, the machine need not have PostgreSQL's programs.
const [installation] = (await findPrograms(environment, "")).postgres;
const withPostgresPrograms = onlyIf(installation !== undefined);

/** Writes each character of the password as its code, as a URL must for some. */
function withEncodedPassword(databaseUrl: string): string {
  const { password } = new URL(databaseUrl);
  const codes = [...Buffer.from(decodeURIComponent(password))].map((code) => `%${code.toString(16).padStart(2, "0")}`);
  return databaseUrl.replace(`:${password}@`, `:${codes.join("")}@`);
}

withPostgresPrograms(describe)("a backup", () => {
  let platen: Platen;
  let folder: string;

  beforeAll(async () => {
    platen = await startPlaten({ workers: 1 });
    folder = await mkdtemp(join(tmpdir(), "platen-backup-"));
    for (const program of ["pg_dump", "pg_restore", "psql"]) {
      const recording = `#!/bin/sh\necho "$@" >>${folder}/arguments\nexec ${installation?.binFolder}/${program} "$@"\n`;
      await writeFile(join(folder, program), recording, { mode: 0o755 });
    }
  });

  afterAll(async () => {
    await platen?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  const runScript = (name: string, databaseUrl: string) =>
    run(join(scripts, name), [join(folder, "platen.dump")], {
      env: {
        ...inheritedEnvironment(environment),
        PATH: `${folder}:${environment["PATH"]}`,
        DATABASE_URL: withEncodedPassword(databaseUrl),
      },
      timeout: 60_000,
    });

  const authorization = () => `Bearer ${platen.apiKey}`;
  /** Generates a document with the same Idempotency-Key each time. */
  async function generateOnce(order: object) {
    const { status, headers } = await fetch(`${platen.baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { authorization: authorization(), "content-type": "application/json", "idempotency-key": "order-1" },
      body: JSON.stringify(order),
    });
    const isReplayed = headers.get("idempotency-replayed") === "true";
    return { status, isReplayed, documentId: headers.get("platen-document-id") ?? "" };
  }
  const statusOf = async (documentId: string) =>
    (await fetch(`${platen.baseUrl}/api/v1/documents/${documentId}`, { headers: { authorization: authorization() } }))
      .status;

  test("brings a database that was lost back: the old key prints the same bytes on another worker, older documents are known, and an Idempotency-Key brings no document that is gone", async () => {
    const [template] = platen.templates;
    const [worker] = platen.processes.workers;
    if (!template || !worker) throw new Error("there is no template or no worker");
    const order = { templateId: template.templateId, data: template.sampleData };
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: platen.apiKey });
    const { documentId } = await client.generateDocument(order);
    const dated = { ...order, options: { creationDate: "2026-01-31T09:00:00Z" } };
    const before = await client.generateDocument(dated);
    const { stdout } = await runScript("backup.sh", platen.databaseUrl);
    expect(stdout).toMatch(/platen\.dump: [1-9]\d* bytes/);
    const lost = await generateOnce(order);
    expect(await generateOnce(order)).toMatchObject({ status: 200, isReplayed: true, documentId: lost.documentId });

    // The catalog stays up: it finds the database again by itself.
    const { pathname } = new URL(platen.databaseUrl);
    await withConnection(withDatabaseName(platen.databaseUrl, "postgres"), async (connection) => {
      const name = connection.escapeIdentifier(pathname.slice(1));
      await connection.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await connection.query(`CREATE DATABASE ${name}`);
    });
    await expect(client.generateDocument(order)).rejects.toThrow();

    await runScript("restore.sh", platen.databaseUrl);
    // The worker that knows the template is replaced by one that reads it from the restored database.
    await platen.startWorker();
    await worker.stop();
    const after = await client.generateDocument(dated);
    expect(Buffer.from(after.pdf).equals(before.pdf)).toBe(true);
    await expect(client.getDocument(documentId)).resolves.toMatchObject({ documentId, status: "completed" });
    // Redis remembers an answer about a document that is gone.
    const again = await generateOnce(order);
    expect(again).toMatchObject({ status: 200, isReplayed: false });
    expect(await statusOf(again.documentId)).toBe(200);
    expect(await statusOf(lost.documentId)).toBe(404);
    expect(await generateOnce(order)).toMatchObject({ isReplayed: true, documentId: again.documentId });
  });

  test("keeps the password out of the arguments of programs, which everybody on the machine can read", async () => {
    const calls = await readFile(join(folder, "arguments"), "utf8");
    expect(calls).toContain("://platen@");
    expect(calls).not.toMatch(/:\/\/[^/\s]*:[^/\s]*@/);
  });

  test("is not restored over data", async () => {
    await expect(runScript("restore.sh", platen.databaseUrl)).rejects.toMatchObject({
      stderr: expect.stringContaining("tables already"),
    });
  });
});
