import { createHash } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { freePort, runService, waitFor } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { metric } from "../facts/metric.ts";
import { probesOf } from "../facts/probes.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { mountVolume } from "../harms/volume.ts";
import { faultRow } from "../runner/fault-row.ts";

const beforeMs = 3_000;
const unmountedMs = 10_000;
const everyMs = 200;

/** The different values. */
const different = (values: readonly (number | string)[]) => [...new Set(values.map(String))].toSorted().join(", ");

faultRow("B19", "The folder of kept PDFs is unmounted while documents are made", async (figures, stage) => {
  const volume = await mountVolume();
  stage.onEnd(() => volume.remove());
  const env = { catalog: { STORAGE_URL: pathToFileURL(volume.path).href }, worker: { RENDER_CONCURRENCY: "2" } };
  const platen = await stage.startPlaten({ workers: 1, env });
  const processes = watchProcesses(platen);
  const { catalog } = platen.processes;
  figures.isTrue("how", true, volume.how);
  const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const projectId = await createProject(session, "Kept");
  const templateId = await publishTemplate(session, projectId, { name: "Letter", html: "<p>{{x}}</p>" });
  const { client, key } = await createKey(platen.baseUrl, session, projectId);
  const authorization = { authorization: `Bearer ${key}` };

  async function download(documentId: string): Promise<{ status: number; sha256: string }> {
    const answer = await fetch(`${platen.baseUrl}/api/v1/documents/${documentId}/content`, { headers: authorization });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    return { status: answer.status, sha256: createHash("sha256").update(bytes).digest("hex") };
  }
  const accepted: string[] = [];
  const stored: { status: number; at: number }[] = [];
  async function create(n: number): Promise<void> {
    accepted.push((await client.createDocument({ templateId, data: { x: `later ${n}` } })).documentId);
  }
  /** Asks for a document that is kept before it is answered. */
  async function store(n: number): Promise<void> {
    const at = performance.now();
    const answer = await fetch(`${platen.baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { ...authorization, "content-type": "application/json" },
      body: JSON.stringify({ templateId, data: { x: `now ${n}` }, store: true }),
    });
    await answer.arrayBuffer();
    stored.push({ status: answer.status, at });
    const documentId = /doc_\w+/.exec(answer.headers.get("content-location") ?? "")?.[0];
    if (answer.status === 200 && documentId !== undefined) accepted.push(documentId);
  }

  const ending = new AbortController();
  const calls: Promise<void>[] = [];
  const load = (async () => {
    for (let n = 0; !ending.signal.aborted; n += 1) {
      calls.push(n % 2 === 0 ? create(n) : store(n));
      await delay(everyMs);
    }
    await Promise.all(calls);
  })();
  await delay(beforeMs);
  const [first = ""] = accepted;
  await client.waitForDocument(first);

  await volume.unmount();
  const unmountedAt = performance.now();
  const reads: number[] = [];
  const { PORT: _port, MANAGEMENT_PORT: _management, ...variables } = catalog.env;
  const managementPort = String(await freePort());
  const starting = runService("catalog", { ...variables, MANAGEMENT_PORT: managementPort }, "catalog-2");
  while (performance.now() - unmountedAt < unmountedMs) {
    reads.push((await download(first)).status);
    await delay(everyMs);
  }
  const recognized = await metric(catalog, "platen_storage_recognized");
  const isUp = await metric(catalog, "platen_storage_up");
  figures.exactly("platen_storage_recognized and platen_storage_up meanwhile", `${recognized} ${isUp}`, "0 0");
  figures.exactly("the catalog's probes meanwhile", await probesOf(catalog.managementUrl), "200 200 200");
  const ready = await fetch(`http://127.0.0.1:${managementPort}/readyz`);
  const reason = await ready.text();
  figures.isTrue(
    "a catalog that starts meanwhile is not ready, and says why",
    ready.status === 503 && reason.includes("no mark of this installation"),
    `${ready.status} ${reason.trim()}`,
  );
  figures.exactly("answers to downloads meanwhile", different(reads), "503");
  const remountedAt = performance.now();
  figures.exactly("files below the volume", (await volume.filesBelow()).length, 0);
  await volume.mount();
  const second = await starting;
  stage.onEnd(() => second.stop());
  figures.atMost("it is ready after the volume is back within", (performance.now() - remountedAt) / 1_000, 15, "s");

  await delay(beforeMs);
  ending.abort();
  await load;
  const meanwhile = stored.filter(({ at }) => at > unmountedAt && at < remountedAt - everyMs);
  // Of the last ones, a later attempt finds the volume again.
  const refused = meanwhile.filter(({ status }) => status === 503);
  figures.atLeast(`503 to callers who wait until it is kept (of ${meanwhile.length})`, refused.length, 1);
  const others = meanwhile.filter(({ status }) => status !== 503 && status !== 200);
  figures.exactly("their other answers, besides PDFs", different(others.map(({ status }) => status)), "");
  const records = await Promise.all(accepted.map((documentId) => client.waitForDocument(documentId)));
  figures.exactly(
    `what the records of accepted documents tell (of ${records.length})`,
    different(records.map(({ status, content }) => `${status} ${content}`)),
    "completed available",
  );
  const kept = await Promise.all(records.map(({ documentId }) => download(documentId)));
  const wrong = kept.filter(({ status, sha256 }, index) => status !== 200 || sha256 !== records[index]?.sha256);
  figures.exactly("of them, PDFs that are not there or have other bytes", wrong.length, 0);
  await processes.report(figures, []);
});
