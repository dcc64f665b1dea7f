import { createServer, connect, type Server, type Socket } from "node:net";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { errorEnvelope } from "@platen/contracts";
import { waitFor } from "@platen/testing";
import { type TestGateway, type TestProject, type TestFixture } from "./testing/test-gateway.ts";
import { startTestSystem, type TestSystem } from "./testing/test-system.ts";

let system: TestSystem;
let fixture: TestFixture;
let gateway: TestGateway;
let worker: TestSystem["worker"];
let project: TestProject;
const stops: (() => void)[] = [];

beforeAll(async () => {
  system = await startTestSystem();
  ({ fixture, gateway, worker, project } = system);
});

afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

afterAll(() => system?.stop());

async function generate(data: object, deadline: string, baseUrl = gateway.baseUrl) {
  const startedAt = Date.now();
  const response = await fetch(`${baseUrl}/api/v1/generate`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${project.key}`,
      "content-type": "application/json",
      "platen-deadline-ms": deadline,
    },
    body: JSON.stringify({ templateId: project.templateId, data }),
  });
  const body = await response.text();
  return { status: response.status, body, tookMs: Date.now() - startedAt };
}

const problemIn = (body: string) => errorEnvelope.parse(JSON.parse(body)).error;

async function latestDocument() {
  const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
  return (await client.listDocuments({ pageSize: 1 })).documents[0];
}

/** A proxy in front of the catalog that holds back its answers until it is opened. */
async function startProxy(): Promise<{ url: string; open(): void }> {
  const target = new URL(fixture.catalog.url);
  let isOpen = false;
  const held: { client: Socket; chunk: Buffer }[] = [];
  const sockets = new Set<Socket>();
  const server: Server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => undefined);
    }
    client.pipe(upstream);
    upstream.on("data", (chunk) => {
      if (isOpen) client.write(chunk);
      else held.push({ client, chunk });
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  stops.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    open() {
      isOpen = true;
      for (const { client, chunk } of held.splice(0)) client.write(chunk);
    },
  };
}

test("a caller can shorten the deadline, which travels with the job", async () => {
  const { status, body, tookMs } = await generate({ hang: 1 }, "700");
  expect(status).toBe(504);
  expect(problemIn(body)).toMatchObject({ code: "render.timeout", message: expect.stringContaining("render") });
  expect(tookMs).toBeLessThan(700 + 5_000);
  const job = worker.jobs.at(-1);
  expect((job?.deadlineAt ?? 0) - (job?.requestedAt ?? 0)).toBe(700);
  await waitFor(() => worker.aborted.includes(job?.documentId ?? ""), { describe: "the worker to be told" });
});

test("a caller cannot lengthen the deadline of the service", async () => {
  const hasty = await fixture.startGateway({ RENDER_DEADLINE_MS: "1000" });
  const { status, tookMs } = await generate({ hang: 1 }, "60000", hasty.baseUrl);
  expect(status).toBe(504);
  expect(tookMs).toBeLessThan(1_000 + 5_000);
});

test.each(["0", "-5", "1.5", "soon", "600001", "100, 200", ""])(
  "the deadline %j is refused, and the problem names the header",
  async (deadline) => {
    const before = worker.jobs.length;
    const { status, body } = await generate({}, deadline);
    expect(status).toBe(400);
    expect(problemIn(body)).toMatchObject({ code: "request.invalid", details: [{ path: "Platen-Deadline-Ms" }] });
    expect(worker.jobs).toHaveLength(before);
  },
);

test("a catalog that hangs delays the answer to the deadline and no longer, and a record that it creates later is closed", async () => {
  const proxy = await startProxy();
  const cut = await fixture.startGateway({ CATALOG_URL: proxy.url });
  const before = await latestDocument();
  const { status, body, tookMs } = await generate({ number: 1 }, "500", cut.baseUrl);
  expect(status).toBe(504);
  expect(problemIn(body)).toMatchObject({ code: "render.timeout", message: expect.stringContaining("opening") });
  expect(tookMs).toBeLessThan(500 + 5_000);
  proxy.open();
  const closed = async () => {
    const latest = await latestDocument();
    return latest?.documentId !== before?.documentId && latest?.status === "failed" ? latest : undefined;
  };
  const document = await waitFor(closed, { describe: "the document to be closed" });
  expect(document).toMatchObject({ failure: { code: "render_timeout", stage: "opening" } });
});
