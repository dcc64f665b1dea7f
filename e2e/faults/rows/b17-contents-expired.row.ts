import { createHash } from "node:crypto";
import { readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { operations } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import { freePort, runService, waitFor } from "@platen/testing";
import { signIn, type DashboardSession } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { faultRow } from "../runner/fault-row.ts";

const perKind = 10;

/** A project with kept documents. */
async function createKeeper(baseUrl: string, session: DashboardSession, name: string) {
  const projectId = await createProject(session, name);
  const templateId = await publishTemplate(session, projectId, { name, html: "<p>{{x}}</p>" });
  const { client, key } = await createKey(baseUrl, session, projectId);

  /** Makes documents and waits until they are kept. */
  async function keep(what: string): Promise<string[]> {
    const made = await Promise.all(
      Array.from({ length: perKind }, (_, n) => client.createDocument({ templateId, data: { x: `${what} ${n}` } })),
    );
    const records = await Promise.all(made.map(({ documentId }) => client.waitForDocument(documentId)));
    return records.filter(({ status }) => status === "completed").map(({ documentId }) => documentId);
  }

  async function get(documentId: string, headers: Record<string, string> = {}) {
    const answer = await fetch(`${baseUrl}/api/v1/documents/${documentId}/content`, {
      headers: { authorization: `Bearer ${key}`, ...headers },
    });
    return { status: answer.status, bytes: new Uint8Array(await answer.arrayBuffer()) };
  }

  return { projectId, client, keep, get };
}

/** The different statuses of answers. */
const statusesOf = (answers: readonly { status: number }[]) =>
  [...new Set(answers.map(({ status }) => status))].join(", ");

faultRow("B17", "Contents expire, and objects and records lack each other", async (figures, stage) => {
  const platen = await stage.startPlaten({ workers: 1 });
  const processes = watchProcesses(platen);
  const { catalog, courier, gateways, workers } = platen.processes;
  const folder = fileURLToPath(catalog.env["STORAGE_URL"] ?? "");
  figures.isTrue("the storage", true, "a folder");
  const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const keeper = await createKeeper(platen.baseUrl, session, "Kept");
  const closed = await createKeeper(platen.baseUrl, session, "Closed");
  const living = await keeper.keep("living");
  const expired = await keeper.keep("expired");
  const unrecorded = await keeper.keep("without a record");
  const lost = await keeper.keep("without an object");
  await closed.keep("of a deleted project");
  const run = <Row extends object>(sql: string, values: unknown[]) =>
    withConnection(platen.databaseUrl, async (connection) => (await connection.query<Row>(sql, values)).rows);
  const filesOf = async (documentIds: readonly string[]) => {
    const sql = `SELECT content_id AS "contentId" FROM document_contents WHERE document_id = ANY ($1)`;
    const rows = await run<{ contentId: string }>(sql, [documentIds]);
    return rows.map(({ contentId }) => `${keeper.projectId}/${contentId}.pdf`);
  };
  const files = async () => {
    const names = await readdir(folder, { recursive: true });
    return names.filter((name) => name.endsWith(".pdf"));
  };
  const get = (documentIds: readonly string[], headers?: Record<string, string>) =>
    Promise.all(documentIds.map((documentId) => keeper.get(documentId, headers)));
  const livingFiles = await filesOf(living);
  figures.exactly("objects before", (await files()).length, 5 * perKind);

  // A record without its object.
  for (const name of await filesOf(lost)) await rm(join(folder, name));
  figures.exactly("downloads of records without an object", statusesOf(await get(lost)), "410");
  await get(lost);
  const counted = await metric(catalog, "platen_contents_lost_total");
  figures.exactly("of them, counted in platen_contents_lost_total, asked for twice", counted, perKind);
  const told = await Promise.all(lost.map(async (documentId) => (await keeper.client.getDocument(documentId)).content));
  figures.exactly("what their records tell", [...new Set(told)].join(", "), "lost");
  figures.exactly("platen_storage_up meanwhile", await metric(catalog, "platen_storage_up"), 1);

  // Objects without their record, as a killed process leaves them: not written whole.
  for (const name of await filesOf(unrecorded)) await writeFile(join(folder, name), "half");
  await run("DELETE FROM documents WHERE document_id = ANY ($1)", [unrecorded]);
  await session.call(operations.deleteProject, {
    params: { projectId: closed.projectId },
    query: { confirmName: "Closed" },
  });
  // Time passes for some, and the sweep looks at all.
  await run(`UPDATE document_contents SET expires_at = expires_at - interval '8 days' WHERE document_id = ANY ($1)`, [
    expired,
  ]);
  figures.exactly("downloads of expired contents before the sweep", statusesOf(await get(expired)), "410");
  const part = await get(expired, { range: "bytes=0-9" });
  figures.exactly("downloads of their parts", statusesOf(part), "410");
  await run("UPDATE document_contents SET sweep_at = now() - interval '1 minute'", []);

  // Each catalog sweeps when it starts: two at once.
  const others = await Promise.all(
    ["catalog-2", "catalog-3"].map(async (name) => {
      const { MANAGEMENT_PORT: _port, ...variables } = catalog.env;
      const started = await runService("catalog", { ...variables, PORT: String(await freePort()) }, name);
      stage.onEnd(() => started.stop());
      return started;
    }),
  );
  const isSwept = async () => (await files()).length === perKind;
  await waitFor(isSwept, { timeoutMs: 15_000, describe: "the end of the sweep" }).catch(() => false);
  // The last rows are deleted after their objects.
  const isDone = async () =>
    (await run("SELECT 1 FROM document_contents WHERE sweep_at < now() LIMIT 1", [])).length === 0;
  await waitFor(isDone, { timeoutMs: 15_000, describe: "rows that are due" }).catch(() => false);

  const left = await files();
  const missing = livingFiles.filter((name) => !left.includes(name));
  figures.exactly("objects of living documents removed", missing.length, 0);
  figures.exactly("other objects left", left.filter((name) => !livingFiles.includes(name)).length, 0);
  const rows = await run("SELECT 1 FROM document_contents WHERE document_id = ANY ($1) OR project_id = $2", [
    unrecorded,
    closed.projectId,
  ]);
  figures.exactly("rows of objects without a record left", rows.length, 0);
  figures.exactly("downloads of expired contents", statusesOf(await get(expired)), "410");
  const records = await Promise.all(living.map((documentId) => keeper.client.getDocument(documentId)));
  const downloads = await get(living);
  const right = downloads.filter(
    ({ bytes }, index) => createHash("sha256").update(bytes).digest("hex") === records[index]?.sha256,
  );
  figures.exactly("downloads of living documents, with the bytes of their record", right.length, perKind);
  const deleted = await Promise.all(lost.map((documentId) => keeper.client.deleteDocumentContent(documentId))).then(
    () => get(lost),
  );
  figures.exactly("downloads of records without an object, once they are deleted", statusesOf(deleted), "410");
  const logs = [catalog, ...others, courier, ...gateways, ...workers].flatMap((service) => service.logs());
  const warned = logs.filter(({ message }) => message === "could not delete a kept PDF");
  figures.exactly("deletions that failed", warned.length, 0);
  await processes.report(figures, []);
});
