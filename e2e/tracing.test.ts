import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { freePort, startPlaten, waitFor, type Platen } from "@platen/testing";
import { startTraceCollector, type CollectedSpan, type TraceCollector } from "./trace-collector.ts";

let folder: string;
let collector: TraceCollector;
let platen: Platen;

beforeAll(async () => {
  collector = await startTraceCollector();
  folder = await mkdtemp(join(tmpdir(), "platen-tracing-"));
  const tracing = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_BSP_SCHEDULE_DELAY: "200", LOG_LEVEL: "info" };
  platen = await startPlaten({
    env: {
      gateway: tracing,
      catalog: { ...tracing, STORAGE_URL: pathToFileURL(folder).href },
      worker: tracing,
      courier: tracing,
    },
  });
});

afterAll(async () => {
  await platen?.stop();
  collector?.close();
  await rm(folder, { recursive: true });
});

type Asked = { status: number; traceId: string; spanId: string; requestId: string; documentId: string };

async function generate(baseUrl = platen.baseUrl): Promise<Asked> {
  const [template] = platen.templates;
  const [traceId, spanId] = [randomBytes(16).toString("hex"), randomBytes(8).toString("hex")];
  const requestId = `asked-${traceId}`;
  const response = await fetch(`${baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${platen.apiKey}`,
      "content-type": "application/json",
      "x-request-id": requestId,
      traceparent: `00-${traceId}-${spanId}-01`,
    },
    body: JSON.stringify({ templateId: template?.templateId, data: { ...template?.sampleData, canary: "c4n4ry" } }),
  });
  await response.arrayBuffer();
  const documentId = response.headers.get("platen-document-id") ?? "";
  return { status: response.status, traceId, spanId, requestId, documentId };
}

/** The spans of a trace as a tree of names, each with its service. */
function tree(spans: readonly CollectedSpan[], parentSpanId: string, depth = 0): string[] {
  return spans
    .filter((span) => span.parentSpanId === parentSpanId)
    .toSorted((one, other) => one.name.localeCompare(other.name))
    .flatMap((span) => [
      `${"  ".repeat(depth)}${span.service.replace("platen-", "")}: ${span.name}`,
      ...tree(spans, span.spanId, depth + 1),
    ]);
}

test("a document is one trace over three services, below its caller's span, without its data", async () => {
  const { status, traceId, spanId, documentId } = await generate();
  expect(status).toBe(200);
  const wholeTrace = [
    "gateway: POST /api/v1/generate",
    "  gateway: enqueue document",
    "    worker: render document",
    "      worker: getTemplateSource",
    "        catalog: GET /internal/template-sources/{sourceId}",
    "      worker: load",
    "      worker: print",
    "      worker: reply",
    "      worker: template",
    // The first request of a key.
    "  gateway: getTenant",
    "    catalog: GET /internal/project/tenant",
    "  gateway: open document",
    "    gateway: openDocuments",
    "      catalog: POST /internal/documents",
  ];
  await waitFor(() => collector.spansOf(traceId).length >= wholeTrace.length, { describe: "all spans" });
  const spans = collector.spansOf(traceId);
  expect(tree(spans, spanId)).toEqual(wholeTrace);
  const request = spans.find(({ name }) => name === "POST /api/v1/generate");
  expect(request?.attributes).toMatchObject({
    "platen.document.id": documentId,
    "platen.operation": "generateDocument",
    "platen.template.id": platen.templates[0]?.templateId,
    "platen.project.id": platen.projectId,
    "http.response.status_code": 200,
  });
  expect(collector.text()).not.toMatch(/c4n4ry|eyJ/);
  expect(collector.text()).not.toContain(platen.apiKey);
});

async function post(path: string, body: object): Promise<string> {
  const traceId = randomBytes(16).toString("hex");
  const response = await fetch(`${platen.baseUrl}/api/v1/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${platen.apiKey}`,
      "content-type": "application/json",
      traceparent: `00-${traceId}-${randomBytes(8).toString("hex")}-01`,
    },
    body: JSON.stringify(body),
  });
  expect([response.ok, await response.text()]).toEqual([true, expect.stringContaining("{")]);
  return traceId;
}

test("a document that no caller waits for is one trace with its request, from the courier to its webhook", async () => {
  const [template] = platen.templates;
  const data = template?.sampleData;
  // Nothing listens there: an attempt is what counts.
  const callbackUrl = `http://127.0.0.1:${await freePort()}/`;
  const traceId = await post("documents", { templateId: template?.templateId, data, callbackUrl });
  const made = ["feed document", "render document", "putDocumentContent", "deliver webhook"];
  await waitFor(() => made.every((name) => collector.spansOf(traceId).some((span) => span.name === name)), {
    describe: "the spans of the document",
  });
  // A row has a trace of its own, which links to the request that made its batch.
  const ofBatch = await post("batches", { templateId: template?.templateId, rows: [{ data }] });
  const fed = () => collector.all().find(({ links }) => links.some((link) => link.traceId === ofBatch));
  await waitFor(() => collector.spansOf(fed()?.traceId ?? "").some(({ name }) => name === "render document"), {
    describe: "the spans of the row",
  });
  // Couriers look each second, whether there is work or not.
  const polls = collector.all().filter(({ name }) => /leases|backlog|progress/.test(name));
  expect(polls).toEqual([]);
});

test("the logs of gateway, catalog and worker name the request id and the trace of a document", async () => {
  const { requestId, traceId, documentId } = await generate();
  const { gateway, catalog, workers } = platen.processes;
  const linesOf = (service: { logs(): Record<string, unknown>[] } | undefined, field: string, held: string) =>
    (service?.logs() ?? []).filter((line) => String(line[field]).split(",").includes(held));
  // Each service logs after its answer.
  const written = async (...of: Parameters<typeof linesOf>) => {
    await waitFor(() => linesOf(...of).length > 0, { describe: `the line with the ${of[1]} ${of[2]}` });
    return linesOf(...of);
  };
  expect(await written(gateway, "requestId", requestId)).toEqual([
    expect.objectContaining({ message: "request", operationId: "generateDocument", documentId, traceId }),
  ]);
  expect(await written(workers[0], "requestId", requestId)).toEqual([
    expect.objectContaining({ message: "document", documentId, traceId }),
  ]);
  expect(await written(catalog, "requestIds", requestId)).toEqual([
    expect.objectContaining({ message: "request", operationId: "openDocuments", traceId }),
  ]);
  expect(await written(catalog, "documentIds", documentId)).toEqual([
    expect.objectContaining({ operationId: "reportOutcomes" }),
  ]);
});

test("a caller does not choose the id by which a gateway with traceidratio keeps a trace", async () => {
  const gateway = await platen.startGateway({ OTEL_TRACES_SAMPLER: "traceidratio" });
  const { traceId } = await generate(gateway.url);
  // A gateway that stops sends what it has.
  await gateway.stop();
  expect(collector.spansOf(traceId).filter(({ service }) => service === "platen-gateway")).toEqual([]);
});

test("a service that stops sends the spans that it still has", async () => {
  const stopping = await platen.startGateway({ OTEL_BSP_SCHEDULE_DELAY: "60000" });
  const { traceId } = await generate(stopping.url);
  await stopping.stop();
  expect(collector.spansOf(traceId).map(({ name }) => name)).toContain("POST /api/v1/generate");
});

test("a receiver that hangs holds up neither documents nor the end of the service", async () => {
  const hanging = await startTraceCollector({ hangs: true });
  try {
    const gateway = await platen.startGateway({
      OTEL_EXPORTER_OTLP_ENDPOINT: hanging.url,
      OTEL_BSP_SCHEDULE_DELAY: "50",
    });
    await generate(gateway.url);
    await waitFor(() => hanging.requests() > 0, { describe: "the first export" });
    const answers = await Promise.all(Array.from({ length: 10 }, () => generate(gateway.url)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    // A gateway that does not end by itself is killed, and has no code.
    expect(await gateway.stop()).toMatchObject({ code: 0 });
  } finally {
    hanging.close();
  }
});
