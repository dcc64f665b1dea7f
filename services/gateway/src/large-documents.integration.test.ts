import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { startOwnRedis, waitFor, type OwnServer } from "@platen/testing";
import { scriptedPdf, startScriptedWorker } from "./testing/scripted-worker.ts";
import { type TestGateway, type TestProject, type TestFixture } from "./testing/test-gateway.ts";
import { startTestSystem, type TestSystem } from "./testing/test-system.ts";

/** More than kernels buffer for a caller that does not read, and not a multiple of a piece's size. */
const noiseBytes = 20_000_003;

let system: TestSystem;
let fixture: TestFixture;
let ownRedis: OwnServer;
let gateway: TestGateway;
let worker: TestSystem["worker"];
let project: TestProject;

beforeAll(async () => {
  ownRedis = await startOwnRedis();
  system = await startTestSystem({ REDIS_URL: ownRedis.url, IDEMPOTENCY_KEEP_BYTES: "1000000000" });
  ({ fixture, gateway, worker, project } = system);
}, 120_000);

afterAll(async () => {
  await system?.stop();
  await ownRedis?.stop();
});

/** Asks for a document, and returns the answer before any of its body is read. */
async function begin(data: object, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const outgoing = request(`${gateway.baseUrl}/api/v1/generate`, {
    method: "POST",
    agent: false,
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json", ...headers },
  });
  const response = Promise.withResolvers<IncomingMessage>();
  outgoing.once("response", response.resolve).once("error", response.reject);
  outgoing.end(JSON.stringify({ templateId: project.templateId, data }));
  return response.promise;
}

/** The same, but retries a 503: on a machine that stalls, Redis answers too late. */
function beginWithRetry(data: object, headers: Record<string, string>): Promise<IncomingMessage> {
  const reached = async () => {
    const response = await begin(data, headers);
    return response.statusCode === 503 ? void response.resume() : response;
  };
  return waitFor(reached, { describe: "an answer other than 503" });
}

describe("a document too large to hold in memory", () => {
  test("arrives byte for byte, with its length in the header", async () => {
    const data = { noiseBytes };
    const expected = scriptedPdf(data);
    const response = await begin(data);
    expect(response.headers["content-length"]).toBe(String(expected.byteLength));
    expect((await buffer(response)).equals(expected)).toBe(true);
  });

  test("arrives complete in JSON form too", async () => {
    const data = { noiseBytes: 3_000_000 };
    const client = createClient({ baseUrl: gateway.baseUrl, apiKey: project.key });
    const { content } = await client.generateDocumentAsJson({ templateId: project.templateId, data });
    expect(Buffer.from(content, "base64").equals(scriptedPdf(data))).toBe(true);
  });

  test("is stored for its Idempotency-Key, and read by several requests at once", async () => {
    const data = { noiseBytes, mark: "kept" };
    const key = { "idempotency-key": "kept" };
    const expected = scriptedPdf(data);
    const ask = () => beginWithRetry(data, key);
    for (const asked of [await Promise.all([ask(), ask()]), [await ask()]]) {
      expect(asked.map(({ statusCode }) => statusCode)).toEqual(asked.map(() => 200));
      for (const body of await Promise.all(asked.map((response) => buffer(response)))) {
        expect(body.equals(expected)).toBe(true);
      }
    }
    expect(worker.jobs.filter(({ dataJson }) => dataJson.includes("kept"))).toHaveLength(1);
  });

  test("reaches its caller even if it is too large to store", async () => {
    const prefix = `${fixture.redis.prefix}:unkept:`;
    const changes = { REDIS_PREFIX: prefix, REDIS_URL: ownRedis.url, IDEMPOTENCY_KEEP_BYTES: "0" };
    const { baseUrl } = await fixture.startGateway(changes);
    const own = startScriptedWorker({ redisUrl: ownRedis.url, prefix, catalogUrl: fixture.catalog.url });
    const data = { noiseBytes };
    const response = await fetch(`${baseUrl}/api/v1/generate`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${project.key}`,
        "content-type": "application/json",
        "idempotency-key": "large",
      },
      body: JSON.stringify({ templateId: project.templateId, data }),
    });
    expect(Buffer.from(await response.arrayBuffer()).equals(scriptedPdf(data))).toBe(true);
    await own.stop();
  });

  test.each<[string, () => Promise<void>, () => Promise<void>]>([
    ["ends", () => ownRedis.crash(), () => ownRedis.start()],
    ["hangs", () => ownRedis.freeze(), async () => ownRedis.thaw()],
  ])(
    "ends as a broken connection, never as a short PDF, when Redis %s before the PDF is read",
    async (_how, harm, heal) => {
      const response = await begin({ noiseBytes });
      expect(response.statusCode).toBe(200);
      await harm();
      let receivedBytes = 0;
      response.on("data", (chunk: Buffer) => (receivedBytes += chunk.byteLength));
      const [error] = await once(response, "error");
      await heal();
      expect(error).toMatchObject({ code: "ECONNRESET" });
      expect(response.complete).toBe(false);
      expect(receivedBytes).toBeLessThan(noiseBytes);
      const again = async () => (await begin({ n: 1 })).resume().statusCode === 200;
      await waitFor(again, { timeoutMs: 15_000, describe: "documents to be rendered again" });
    },
  );
});
