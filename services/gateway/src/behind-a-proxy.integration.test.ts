import { mkdtemp } from "node:fs/promises";
import type { IncomingHttpHeaders } from "node:http";
import { Agent, request, type RequestOptions } from "node:https";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { connect } from "node:tls";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import {
  hasProxy,
  isProof,
  onlyIf,
  proofOr,
  runService,
  startProxy,
  testFolder,
  waitFor,
  type Proxy,
  type ProxyName,
  type RunningService,
} from "@platen/testing";
import { startScriptedWorker } from "./testing/scripted-worker.ts";
import { createProject, setUp, startFixture, type TestFixture, type TestProject } from "./testing/test-gateway.ts";

let fixture: TestFixture;
let gateway: RunningService;
let worker: ReturnType<typeof startScriptedWorker>;
let project: TestProject;

beforeAll(async () => {
  const folder = await mkdtemp(join(testFolder(), "kept-"));
  fixture = await startFixture({ STORAGE_URL: `file://${folder}` });
  gateway = await runService("gateway", { ...fixture.variables, TRUST_PROXY: "1" });
  worker = startScriptedWorker({
    redisUrl: fixture.redis.url,
    prefix: fixture.variables.REDIS_PREFIX,
    catalogUrl: fixture.catalog.url,
  });
  project = await createProject(await setUp(gateway.url), "Behind a proxy");
});

afterAll(async () => {
  await worker.stop();
  await gateway.stop();
  await fixture.stop();
});

type Answer = { status: number | undefined; headers: IncomingHttpHeaders; text: string };

/** Sends a request through a proxy. */
function ask(
  { url, authority }: Proxy,
  path: string,
  { body, ...options }: RequestOptions & { body?: unknown } = {},
): Promise<Answer> {
  const headers = { authorization: `Bearer ${project.key}`, "content-type": "application/json" };
  return new Promise((resolve, reject) => {
    request(`${url}${path}`, { ca: authority, agent: false, headers, ...options }, (response) => {
      const { statusCode: status, headers: received } = response;
      text(response).then((all) => resolve({ status, headers: received, text: all }), reject);
    })
      .once("error", reject)
      .end(body === undefined ? undefined : JSON.stringify(body));
  });
}

/** Sends a request with a large body to its end, as most clients do, and reads the answer only then. */
function upload({ url, authority }: Proxy, bytes: number): Promise<string> {
  const { hostname: host, port } = new URL(url);
  const { promise, resolve } = Promise.withResolvers<string>();
  const socket = connect({ host, port: Number(port), servername: host, ca: authority });
  let answer = "";
  socket.on("error", (error) => resolve(String(error)));
  socket.once("secureConnect", () => {
    socket.pause();
    const head = ["POST /api/v1/generate HTTP/1.1", `Host: ${host}:${port}`, "Authorization: Bearer plt_x"];
    head.push("Content-Type: application/json", `Content-Length: ${bytes}`, "Connection: close", "", "");
    socket.write(head.join("\r\n"));
    socket.write(Buffer.alloc(bytes, "x"), () => {
      socket.on("data", (piece) => (answer += piece.toString()));
      socket.once("close", () => resolve(answer));
      socket.resume();
    });
  });
  return promise;
}

/** Sends uploads with a bad key, ten times in the proof, and checks that each gets the refusal. */
async function expectRefusals(proxy: Proxy, sizes: readonly number[]): Promise<void> {
  for (const bytes of proofOr(sizes, sizes.slice(0, 1))) {
    for (let again = 0; again < proofOr(10, 2); again += 1)
      expect(await upload(proxy, bytes)).toMatch(/^HTTP\/1.1 401 [^]*"auth.key_invalid"/);
  }
}

const names = ["nginx", "HAProxy", "Caddy"] satisfies ProxyName[];
const installed = names.filter(hasProxy);
const withAnyProxy = onlyIf(installed.length > 0);
const inProofWithProxy = onlyIf(isProof && installed.length > 0);
const withBoth = onlyIf(hasProxy("nginx") && hasProxy("HAProxy"));

describe.each(names)("behind %s with the file of the page", (name) => {
  const withProxy = onlyIf(hasProxy(name));
  let proxy: Proxy;

  beforeAll(async () => {
    if (hasProxy(name)) proxy = await startProxy(name, { gateway });
  });

  afterAll(() => proxy?.stop());

  withProxy(test)("a document is made; plain HTTP leads browsers to https, and refuses keys", async () => {
    const body = { templateId: project.templateId, data: { number: "1" } };
    const made = await ask(proxy, "/api/v1/generate", { method: "POST", body });
    expect([made.status, made.headers["content-type"]]).toEqual([200, "application/pdf"]);
    const start = await fetch(`${proxy.plainUrl}/dashboard`, { redirect: "manual" });
    expect([start.status, start.headers.get("location")]).toEqual([301, "https://localhost/dashboard"]);
    const refused = await fetch(`${proxy.plainUrl}/api/v1/generate`, { method: "POST", body: "{}" });
    expect([refused.status, await refused.text()]).toEqual([403, expect.stringContaining("https://localhost")]);
  });

  withProxy(test)("a refusal of a large upload reaches a caller who is still sending", async () => {
    // Caddy has to buffer bodies for this, and buffers no more than 12 MB.
    await expectRefusals(proxy, name === "Caddy" ? [8_000_000] : [8_000_000, 30_000_000]);
  });

  withProxy(test)("a document whose caller leaves is ended", async () => {
    const left = new AbortController();
    const body = { templateId: project.templateId, data: { hang: true } };
    const before = worker.jobs.length;
    const asking = ask(proxy, "/api/v1/generate", { method: "POST", body, signal: left.signal });
    await waitFor(() => worker.jobs.length > before, { describe: "the document" });
    left.abort();
    await expect(asking).rejects.toThrow("aborted");
    const { documentId } = worker.jobs.at(-1) ?? {};
    const isEnded = () => documentId !== undefined && worker.aborted.includes(documentId);
    // At its deadline it would end in any case.
    await waitFor(isEnded, { timeoutMs: 10_000, describe: "the end of the document" });
  });
});

withBoth(test)("a refusal of a large upload passes HAProxy and nginx in a row", async () => {
  const inner = await startProxy("nginx", { gateway });
  const outer = await startProxy("HAProxy", {
    gateway,
    change: (file) =>
      file
        .replaceAll(/^ +(?:option httpchk|default-server|server two) .*\n/gm, "")
        .replace(/server one .*/, `server one ${new URL(inner.url).host} ssl verify none`),
  });
  await expectRefusals(outer, [8_000_000, 30_000_000]);
  await Promise.all([inner.stop(), outer.stop()]);
});

withAnyProxy(test)("`wait` gets an answer of Platen, and not one of the proxy", async () => {
  // `npm test` waits a second, at proxies whose time is as much longer as that of the page.
  const [seconds, change] = proofOr(
    [60, (file: string) => file],
    [1, (file: string) => file.replaceAll("75s", "1250ms")],
  );
  const notBefore = new Date(Date.now() + 3_600_000).toISOString();
  const answers = installed.map(async (name) => {
    const proxy = await startProxy(name, { gateway, change });
    const body = { templateId: project.templateId, data: {}, notBefore };
    const created = await ask(proxy, "/api/v1/documents", { method: "POST", body });
    const { data } = JSON.parse(created.text) as { data: { documentId: string } };
    const answer = await ask(proxy, `/api/v1/documents/${data.documentId}?wait=${seconds}`);
    await proxy.stop();
    return [name, answer.status, answer.text.slice(0, 15)];
  });
  expect(await Promise.all(answers)).toEqual(installed.map((name) => [name, 200, '{"success":true']));
});

inProofWithProxy(test)(
  "no request on a kept connection is lost in five minutes with pauses of 1 to 90 seconds",
  async () => {
    const endsAt = Date.now() + 300_000;
    const lost: string[] = [];
    let count = 0;

    async function call(proxy: Proxy, caller: number): Promise<void> {
      const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: proxy.authority });
      for (let nth = 1; Date.now() < endsAt; nth += 1) {
        const body = { templateId: project.templateId, data: { caller, nth } };
        const answer = ask(proxy, "/api/v1/generate", { method: "POST", body, agent }).then(({ status }) => status);
        const outcome = await answer.catch(String);
        count += 1;
        if (outcome !== 200) lost.push(`${proxy.name} ${outcome}`);
        await delay(1_000 * (1 + ((caller * 7 + nth * 31) % 90)));
      }
      agent.destroy();
    }

    const running = installed.map(async (name) => {
      const proxy = await startProxy(name, { gateway });
      await Promise.all(Array.from({ length: 30 }, (_, caller) => call(proxy, caller)));
      await proxy.stop();
    });
    await Promise.all(running);
    expect(lost).toEqual([]);
    expect(count).toBeGreaterThan(150 * installed.length);
  },
  420_000,
);
