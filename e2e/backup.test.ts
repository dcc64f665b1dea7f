import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { operations } from "@platen/contracts";
import { findPrograms, inheritedEnvironment, withConnection, withDatabaseName } from "@platen/provisioning";
import { onlyIf, startPlaten, type Platen } from "@platen/testing";
import { signIn } from "./dashboard-session.ts";
import { publishTemplate, uploadAsset } from "./project-setup.ts";

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

  test("brings a database that was lost back: the old key prints the same bytes with a logo, and older documents are known", async () => {
    const [template] = platen.templates;
    if (!template) throw new Error("there is no template");
    const order = { templateId: template.templateId, data: template.sampleData };
    const client = createClient({ baseUrl: platen.baseUrl, apiKey: platen.apiKey });
    const { documentId } = await client.generateDocument(order);
    const session = await signIn(platen.baseUrl, platen.account);
    const { projects } = await client.listProjects();
    const projectId = projects[0]?.projectId ?? "";
    const { sha256 } = await uploadAsset(session, projectId);
    const html = '<img src="asset:logo.svg" style="width: 42mm">';
    const templateId = await publishTemplate(session, projectId, { name: "With a logo", html });
    const withLogo = { templateId, data: {}, options: { creationDate: "2026-01-31T09:00:00Z" } };
    const before = await client.generateDocument(withLogo);
    const { stdout } = await runScript("backup.sh", platen.databaseUrl);
    expect(stdout).toMatch(/platen\.dump: [1-9]\d* bytes/);

    // The catalog stays up: it finds the database again by itself.
    const { pathname } = new URL(platen.databaseUrl);
    await withConnection(withDatabaseName(platen.databaseUrl, "postgres"), async (connection) => {
      const name = connection.escapeIdentifier(pathname.slice(1));
      await connection.query(`DROP DATABASE ${name} WITH (FORCE)`);
      await connection.query(`CREATE DATABASE ${name}`);
    });
    await expect(client.generateDocument(order)).rejects.toThrow();

    await runScript("restore.sh", platen.databaseUrl);
    const { pdf } = await client.generateDocument(order);
    expect(Buffer.from(pdf).toString("latin1", 0, 5)).toBe("%PDF-");
    const after = await client.generateDocument(withLogo);
    expect(Buffer.from(after.pdf).equals(before.pdf)).toBe(true);
    const { assets } = await session.call(operations.listAssets, { params: { projectId }, query: {} });
    expect(assets).toMatchObject([{ name: "logo.svg", sha256 }]);
    await expect(client.getDocument(documentId)).resolves.toMatchObject({ documentId, status: "completed" });
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
