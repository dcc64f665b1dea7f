import { setTimeout as delay } from "node:timers/promises";
import { waitFor } from "@platen/testing";
import { signIn } from "../../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../../project-setup.ts";
import { watchFeeding } from "../../facts/feeding-watch.ts";
import { metric } from "../../facts/metric.ts";
import { probesOf } from "../../facts/probes.ts";
import { watchProcesses } from "../../facts/process-watch.ts";
import { startBucket } from "../../harms/bucket.ts";
import { startTcpProxy, type NetworkState } from "../../harms/tcp-proxy.ts";
import { askSteadily, countStatuses, createCaller, type Answer } from "../../load/caller.ts";
import { p95 } from "../../load/times.ts";
import { faultRow } from "../../runner/fault-row.ts";

/** Tell how quick this machine is, so that the batch outlasts the harms and ends soon after. */
const firstRows = 200;
const warmUpRows = 20;
/** The second harm begins when rows were made for about 8 s. */
const batchSeconds = 18;
const perSecond = 10;
const beforeMs = 4_000;
/** A storage that hangs fails no earlier than after 18 s: three attempts of 6 s. */
const harms: { what: string; how: NetworkState; lastsMs: number }[] = [
  { what: "refused", how: "reset", lastsMs: 10_000 },
  { what: "hanging", how: "cut", lastsMs: 26_000 },
];
const betweenMs = 2_000;
const html = "<h1>{{marker}}</h1><table>{{#rows}}<tr><td>{{.}}</td><td>Widget</td></tr>{{/rows}}</table>";
const table = Array.from({ length: 60 }, (_, row) => row);

faultRow("B5", "The storage is away while a batch runs and callers wait", async (figures, stage) => {
  const bucket = await startBucket();
  stage.onEnd(() => bucket.remove());
  const network = await startTcpProxy(bucket.port);
  stage.onEnd(() => network.close());
  const env = { catalog: bucket.variablesAt(network.port), gateway: { RATE_LIMIT_PER_MINUTE: "1000000" } };
  const platen = await stage.startPlaten({ workers: 1, env });
  const processes = watchProcesses(platen);
  const { catalog, courier } = platen.processes;
  figures.isTrue("the storage", true, `S3, ${bucket.server}`);
  const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const projectId = await createProject(session, "Statements");
  const templateId = await publishTemplate(session, projectId, { name: "Statement", html });
  const { client, key } = await createKey(platen.baseUrl, session, projectId);
  const caller = await createCaller(platen, "Letters");
  const authorization = `Bearer ${key}`;

  async function startBatch(rows: number): Promise<string> {
    const { batchId } = await client.createBatch({ templateId });
    const data = Array.from({ length: rows }, (_, row) => ({ data: { marker: `row ${row}`, rows: table } }));
    await client.addRows(batchId, data);
    await client.startBatch(batchId);
    return batchId;
  }
  /** Asks for a kept PDF, or deletes it. */
  async function contentOf(documentId: string, method = "GET"): Promise<number> {
    const answer = await fetch(`${platen.baseUrl}/api/v1/documents/${documentId}/content`, {
      method,
      headers: { authorization },
      signal: AbortSignal.timeout(15_000),
    });
    await answer.arrayBuffer();
    return answer.status;
  }

  await caller.ask("The first document, which opens the browser's page");
  await client.waitForBatch(await startBatch(warmUpRows));
  const startedAt = performance.now();
  const firstBatch = await startBatch(firstRows);
  await client.waitForBatch(firstBatch);
  const perRow = (performance.now() - startedAt) / firstRows;
  const { documents: kept } = await client.listDocuments({ batchId: firstBatch, pageSize: 100 });
  const keptIds = kept.map(({ documentId }) => documentId);

  const rowCount = Math.min(2_000, Math.max(60, Math.round((batchSeconds * 1_000) / perRow)));
  const batchId = await startBatch(rowCount);
  await waitFor(async () => (await client.getBatch(batchId)).counts.completed > 0, { describe: "the first row" });
  const steady = (what: string) => askSteadily(perSecond, (number) => caller.ask(`${what} ${number}`));
  const load = steady("before");
  await delay(beforeMs);
  const before = await load.stop();
  const answers: Answer[] = [...before];

  for (const { what, how, lastsMs } of harms) {
    const open = await client.getBatch(batchId);
    figures.isTrue(`${what}: rows that are still open`, open.counts.open > 0, String(open.counts.open));
    const feeding = watchFeeding(courier);
    network.set(how);
    const harmedAt = performance.now();
    const meanwhile = steady(what);
    const deletedId = keptIds.pop() ?? "";
    const deleted = await contentOf(deletedId, "DELETE");
    const reads: number[] = [];
    while (performance.now() - harmedAt < lastsMs) {
      reads.push(await contentOf(keptIds[0] ?? ""));
      await delay(500);
    }
    const gone = await contentOf(deletedId);
    const probes = await probesOf(catalog.managementUrl);
    const isUp = await metric(catalog, "platen_storage_up");
    const ofCallers = await meanwhile.stop();
    answers.push(...ofCallers);
    await feeding.stop();
    figures.atMost(`${what}: feeding stops within`, Math.max(0, feeding.lastFedAt() - harmedAt) / 1_000, 2, "s");
    figures.exactly(`${what}: answers to callers who wait`, countStatuses(ofCallers), `200: ${ofCallers.length}`);
    figures.atMost(`${what}: their p95, in parts of that before`, p95(ofCallers) / p95(before), 1.2, "times");
    figures.exactly(
      `${what}: answers to downloads, besides 503 (of ${reads.length})`,
      reads.filter((status) => status !== 503).join(", ") || "none",
      "none",
    );
    figures.exactly(`${what}: a PDF is deleted, and gone`, `${deleted} ${gone}`, "204 410");
    figures.exactly(`${what}: the catalog's probes, and platen_storage_up`, `${probes}, ${isUp}`, "200 200 200, 0");
    network.set("healthy");
    if (how === "reset") await delay(betweenMs);
  }

  const backAt = performance.now();
  const isDone = async () => (await client.getBatch(batchId)).status === "completed";
  await waitFor(isDone, { timeoutMs: 90_000, describe: "the end of the batch" }).catch(() => false);
  figures.atMost("all rows are done after it is back", (performance.now() - backAt) / 1_000, 30, "s");
  const { counts } = await client.getBatch(batchId);
  figures.exactly("rows failed", counts.failed, 0);
  figures.exactly(`rows completed (of ${rowCount})`, counts.completed, rowCount);
  figures.exactly("a download afterwards", await contentOf(keptIds[0] ?? ""), 200);
  figures.exactly("platen_storage_up afterwards", await metric(catalog, "platen_storage_up"), 1);
  await processes.report(figures, answers);
});
