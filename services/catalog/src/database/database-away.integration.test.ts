import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { internalOperations as operations } from "@platen/contracts/internal";
import { waitFor } from "@platen/testing";
import { problemOf, startTestCatalog, type TestCatalog, type TestKey } from "../testing/test-catalog.ts";

/** A proxy in front of the database that can break connections, leave them hanging, or make them silent. */
async function createDoor() {
  let target: URL;
  let state: "open" | "refusing" | "hanging" = "open";
  const sockets = new Set<Socket>();
  const upstreams = new Set<Socket>();
  const server = createServer((client) => {
    sockets.add(client);
    client.on("error", () => client.destroy());
    client.on("close", () => sockets.delete(client));
    if (state === "refusing") client.destroy();
    if (state !== "open") return;
    const upstream = connect(Number(target.port), target.hostname);
    upstream.on("error", () => client.destroy());
    client.on("close", () => upstream.destroy());
    client.pipe(upstream).pipe(client);
    upstreams.add(upstream);
    upstream.on("close", () => upstreams.delete(upstream));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;

  const breakAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const silence = () => {
    for (const upstream of upstreams) upstream.unpipe().pause();
  };
  return {
    inFrontOf(url: string): string {
      target = new URL(url);
      const through = new URL(url);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    set(next: typeof state) {
      state = next;
      breakAll();
    },
    /** Makes the open connections silent, without closing them. New connections work. */
    silence,
    /** Makes open and new connections silent, like a hanging server. */
    freeze() {
      silence();
      state = "hanging";
    },
    close() {
      breakAll();
      server.close();
    },
  };
}

let catalog: TestCatalog;
let key: TestKey;
let templateId: string;
let door: Awaited<ReturnType<typeof createDoor>>;
beforeAll(async () => {
  door = await createDoor();
  catalog = await startTestCatalog({ databaseUrl: (url) => door.inFrontOf(url) });
  const owner = await catalog.createAccount();
  const projectId = await catalog.createProject(owner);
  key = await catalog.createKey(owner, projectId);
  templateId = await catalog.publishTemplate(owner, projectId);
});
afterAll(async () => {
  await catalog.stop();
  door.close();
});

/** Waits until all simultaneous calls succeed. Until then a 503 is a correct answer. */
async function untilAnswered(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const areAnswered = async () => {
    const answers = await Promise.allSettled(calls.map((call) => call()));
    return answers.every(({ status }) => status === "fulfilled");
  };
  await waitFor(areAnswered, { timeoutMs: 15_000, describe: "the database to be in use again" });
}

test("requests on silent connections get a 503, and the pool drops the connections after a while", async () => {
  const create = () => key.createDocument({ templateId });
  const list = () => key.call(operations.listTemplates, { query: { page: 900 } });
  await untilAnswered([create, list, list, list, create, list]);
  door.silence();
  for (const problem of await Promise.all([create(), list(), list(), list()].map(problemOf))) {
    expect(problem).toMatchObject({ code: "dependency.unavailable", status: 503 });
  }
  await untilAnswered([create, list, list, list, list]);
}, 40_000);

describe.each(["refusing", "hanging"] as const)("a database that is %s", (state) => {
  test("gives a 503, and the catalog recovers by itself", async () => {
    const calls = [
      () => key.createDocument({ templateId }),
      () => key.call(operations.listTemplates, {}),
      () => key.call(operations.listTemplates, { query: { page: 900 } }),
      () => catalog.asNobody(operations.getSetup, {}),
    ];
    await untilAnswered(calls);
    if (state === "hanging") door.freeze();
    else door.set(state);
    // The gateway would wait for 10 s, and so does the caller of these calls.
    for (const problem of await Promise.all([...calls, ...calls].map((call) => problemOf(call())))) {
      expect(problem).toMatchObject({ code: "dependency.unavailable", status: 503 });
    }
    door.set("open");
    await untilAnswered(calls);
  }, 30_000);
});
