import { createHash } from "node:crypto";
import { afterAll, beforeAll } from "@jest/globals";
import { createClient } from "@platen/client";
import { startPlaten, waitFor, type Platen } from "@platen/testing";
import { countStatuses, createCaller, type Answer, type Caller } from "../load/caller.ts";
import { faultRow } from "../runner/fault-row.ts";
import { metric } from "../facts/metric.ts";
import { slowHtml, taking } from "../load/slow-document.ts";

/** One is rendered when the gateway dies; the others wait in the queue. */
const documents = 6;
const eachTakesMs = 1_000;

let platen: Platen;
let caller: Caller;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { worker: { RENDER_CONCURRENCY: "1" } } });
  await platen.startGateway();
  caller = await createCaller(platen, "Gateway killed", slowHtml);
  await caller.ask("The first document, which opens the browser's page");
}, 120_000);

afterAll(() => platen?.stop(), 60_000);

const sha256 = (bytes: Uint8Array | undefined) =>
  bytes === undefined ? "nothing" : createHash("sha256").update(bytes).digest("hex");

faultRow("R9", { timeoutMs: 90_000 }, async (figures) => {
  const { gateways, workers } = platen.processes;
  const [doomed, other] = gateways;
  const [worker] = workers;
  if (!doomed || !other || !worker) throw new Error("The row needs two gateways and a worker.");
  const rendered = () => metric(worker, "platen_render_attempts_total");
  const askAll = (baseUrl: string): Promise<Answer[]> =>
    Promise.all(
      Array.from({ length: documents }, (_, number) =>
        caller.ask(`Document ${number}`, {
          baseUrl,
          headers: { "idempotency-key": `gateway-killed-${number}` },
          ...taking(eachTakesMs),
        }),
      ),
    );

  // A worker answers before it updates its metrics.
  await waitFor(async () => (await rendered()) > 0, { describe: "the first document in the metrics" });
  const renderedBefore = await rendered();
  const lost = askAll(doomed.url);
  const isUnderWay = async () =>
    (await metric(other, "platen_queue_jobs")) === documents &&
    (await metric(worker, "platen_worker_slots_busy")) === 1;
  await waitFor(isUnderWay, { timeoutMs: 10_000, describe: "all documents in the queue and one in progress" });
  doomed.kill("SIGKILL");
  figures.exactly("answers of a gateway that gets SIGKILL", countStatuses(await lost), `no answer: ${documents}`);

  const answers = await askAll(other.url);
  figures.exactly("answers to the same requests at another gateway", countStatuses(answers), `200: ${documents}`);
  const client = createClient({ baseUrl: other.url, apiKey: caller.apiKey });
  const isFirstRendering = async ({ documentId, pdf }: Answer) =>
    (await client.getDocument(documentId ?? "")).sha256 === sha256(pdf);
  await waitFor(async () => (await Promise.all(answers.map(isFirstRendering))).every(Boolean), {
    describe: "the records of the documents",
  }).catch(() => undefined);
  const asRecorded = (await Promise.all(answers.map(isFirstRendering))).filter(Boolean).length;
  figures.exactly("answers with the SHA-256 of the record", asRecorded, documents);

  const again = await askAll(other.url);
  const same = again.filter(({ pdf }, index) => sha256(pdf) === sha256(answers[index]?.pdf)).length;
  figures.exactly("answers with the same bytes to a second repetition", same, documents);
  const isCounted = async () => (await rendered()) >= renderedBefore + documents;
  await waitFor(isCounted, { describe: "the documents in the metrics" }).catch(() => undefined);
  figures.exactly("renders per document", ((await rendered()) - renderedBefore) / documents, 1);
});
