import { createHash, randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { operations } from "@platen/contracts";
import { createPng, waitFor } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createKey, createProject, publishTemplate } from "../../project-setup.ts";
import { metric } from "../facts/metric.ts";
import { watchProcesses } from "../facts/process-watch.ts";
import { startBucket } from "../harms/bucket.ts";
import { after, startCallProxy, type OnCall } from "../harms/call-proxy.ts";
import { faultRow } from "../runner/fault-row.ts";

const perHarm = 12;
/** More than a part of an upload, and several pieces of a download. */
const largePerHarm = 1;
const storedPerHarm = 3;
const slowMs = 2_000;
const refusingMs = 6_000;
const changes = 20;

const passes: OnCall = () => "passes";
const isSlow: OnCall = () => after(slowMs, "passes");
const refuses: OnCall = () => "slow down";
function cutsEveryFifthUpload(): OnCall {
  let uploads = 0;
  return ({ method }) => (method === "PUT" && (uploads += 1) % 5 === 0 ? "breaks" : "passes");
}

const sha256Of = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
/** A picture that nothing makes smaller. */
const noise = () =>
  createPng({ width: 1_000, height: 1_000, bitsPerSample: 8, colours: "rgb", row: (length) => randomBytes(length) });
const pictures = ["first.png", "second.png"];

faultRow("B6", "The storage is slow, cuts uploads, refuses calls and changes bytes", async (figures, stage) => {
  const bucket = await startBucket();
  stage.onEnd(() => bucket.remove());
  let onCall = passes;
  const proxy = await startCallProxy(bucket.port, { onCall: (call) => onCall(call) });
  stage.onEnd(() => proxy.close());
  const env = { catalog: bucket.variablesAt(proxy.port), worker: { RENDER_CONCURRENCY: "4" } };
  const platen = await stage.startPlaten({ workers: 1, env });
  const processes = watchProcesses(platen);
  const { catalog, gateway } = platen.processes;
  figures.isTrue("the storage", true, `S3, ${bucket.server}`);
  const session = await waitFor(() => signIn(platen.baseUrl, platen.account), { describe: "a session" });
  const projectId = await createProject(session, "Kept");
  for (const name of pictures)
    await session.call(operations.uploadAsset.member, { params: { projectId }, query: { name }, bytes: noise() });
  const small = await publishTemplate(session, projectId, { name: "Small", html: "<p>{{x}}</p>" });
  const large = await publishTemplate(session, projectId, {
    name: "Large",
    html: `<p>{{x}}</p>${pictures.map((name) => `<img src="asset:${name}" width="300">`).join("")}`,
  });
  const { client, key } = await createKey(platen.baseUrl, session, projectId);
  const authorization = { authorization: `Bearer ${key}` };

  const create = async (templateId: string, x: string) =>
    (await client.createDocument({ templateId, data: { x } })).documentId;
  /** Asks for a document that is kept before it is answered. */
  async function store(x: string): Promise<number> {
    const answer = await fetch(`${platen.baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: { ...authorization, "content-type": "application/json" },
      body: JSON.stringify({ templateId: small, data: { x }, store: true }),
    });
    await answer.arrayBuffer();
    return answer.status;
  }
  /** The status of a download and its bytes; no bytes if it breaks off. */
  async function download(documentId: string): Promise<{ status: number; bytes: Uint8Array | undefined }> {
    const answer = await fetch(`${platen.baseUrl}/api/v1/documents/${documentId}/content`, { headers: authorization });
    const bytes = await answer.arrayBuffer().catch(() => undefined);
    return { status: answer.status, bytes: bytes && new Uint8Array(bytes) };
  }

  const made: string[] = [];
  /** Keeps documents while the storage does harm. Callers who wait have 503 of a storage that refuses all. */
  async function measure(what: string, harm: OnCall, lastsMs?: number): Promise<void> {
    onCall = harm;
    const opening = [
      ...Array.from({ length: largePerHarm }, (_, n) => create(large, `${what}, large ${n}`)),
      ...Array.from({ length: perHarm }, (_, n) => create(small, `${what} ${n}`)),
    ];
    const storing = Array.from({ length: storedPerHarm }, (_, n) => store(`${what}, waited for ${n}`));
    const ids = await Promise.all(opening);
    const statuses = await Promise.all(storing);
    if (lastsMs !== undefined) {
      await delay(lastsMs);
      onCall = passes;
    }
    const records = await Promise.all(ids.map((documentId) => client.waitForDocument(documentId)));
    onCall = passes;
    made.push(...ids);
    const failed = records.filter(({ status }) => status !== "completed");
    figures.exactly(`${what}: background documents that are not completed (of ${ids.length})`, failed.length, 0);
    const expected = lastsMs === undefined ? 200 : 503;
    figures.exactly(
      `${what}: answers to callers who wait until it is kept`,
      statuses.join(" "),
      Array(storedPerHarm).fill(expected).join(" "),
    );
  }

  await measure("slow (2 s)", isSlow);
  await measure("every fifth upload cut", cutsEveryFifthUpload());
  await measure("503 SlowDown for 6 s", refuses, refusingMs);

  const records = await Promise.all(made.map((documentId) => client.getDocument(documentId)));
  const objects = await bucket.list();
  const objectOf = new Map<string, string>();
  for (const name of objects) objectOf.set(sha256Of(await bucket.read(name)), name);
  const changed = records.slice(0, changes);
  for (const { sha256 } of changed) {
    const name = objectOf.get(sha256 ?? "");
    if (name !== undefined) await bucket.change(name);
  }
  const isWhole = ({ status, bytes }: Awaited<ReturnType<typeof download>>) => status === 200 && bytes !== undefined;
  let [wholeOfChanged, brokenOff, wrong] = [0, 0, 0];
  for (const { documentId } of changed) {
    const answer = await download(documentId);
    if (isWhole(answer)) wholeOfChanged += 1;
    if (answer.status === 200 && answer.bytes === undefined) brokenOff += 1;
  }
  for (const { documentId, sha256 } of records.slice(changes)) {
    const { bytes } = await download(documentId);
    if (!bytes || sha256Of(bytes) !== sha256) wrong += 1;
  }
  const objectsOfRecords = records.filter(({ sha256 }) => objectOf.has(sha256 ?? "")).length;
  figures.exactly("documents whose object has the bytes of their record", objectsOfRecords, made.length);
  figures.exactly(`downloads of ${changes} changed objects that were answered whole`, wholeOfChanged, 0);
  figures.atLeast("of them, downloads broken off after the first pieces", brokenOff, 1);
  figures.exactly(
    "counted in platen_storage_corrupt_total",
    await metric(gateway, "platen_storage_corrupt_total"),
    changes,
  );
  figures.exactly("downloads of other objects with other bytes", wrong, 0);
  figures.exactly("platen_storage_up afterwards", await metric(catalog, "platen_storage_up"), 1);
  await processes.report(figures, []);
});
