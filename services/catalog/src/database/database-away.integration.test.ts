import { once } from "node:events";
import { connect, createServer, type AddressInfo, type Socket } from "node:net";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "pg";
import { internalOperations as operations } from "@platen/contracts/internal";
import { waitFor } from "@platen/testing";
import { problemOf, startTestCatalog, type TestCatalog, type TestKey } from "../testing/test-catalog.ts";

/** A proxy in front of the database. It makes its open connections silent without closing them. New ones work. */
async function createDoor() {
  let target: URL;
  const upstreams = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    upstreams.add(upstream);
    for (const socket of [client, upstream]) socket.on("error", () => socket.destroy());
    client.on("close", () => upstream.destroy());
    upstream.on("close", () => upstreams.delete(upstream) && client.destroy());
    client.pipe(upstream).pipe(client);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A server that listens on a port has such an address.
  const { port } = server.address() as AddressInfo;
  return {
    inFrontOf(url: string): string {
      target = new URL(url);
      const through = new URL(url);
      through.host = `127.0.0.1:${port}`;
      return through.href;
    },
    silence() {
      for (const upstream of upstreams) upstream.unpipe().pause();
    },
    close() {
      for (const upstream of upstreams) upstream.destroy();
      server.close();
    },
  };
}

let catalog: TestCatalog;
let key: TestKey;
let templateId: string;
let createTemplate: () => Promise<unknown>;
let door: Awaited<ReturnType<typeof createDoor>>;
beforeAll(async () => {
  door = await createDoor();
  catalog = await startTestCatalog({ databaseUrl: (url) => door.inFrontOf(url), silenceTimeoutMs: 2_000 });
  const { owner, projectId, ...tenant } = await catalog.createTenant();
  ({ key, templateId } = tenant);
  createTemplate = () =>
    owner.call(operations.createTemplate, { params: { projectId }, body: { name: "Refused", html: "" } });
});
afterAll(async () => {
  await catalog.stop();
  door.close();
});

const create = () => key.createDocument({ templateId });
const list = () => key.call(operations.listTemplates, { query: { page: 900 } });

/** Waits until all simultaneous calls succeed. Until then a 503 is a correct answer. */
async function untilAnswered(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const areAnswered = async () => {
    const answers = await Promise.allSettled(calls.map((call) => call()));
    return answers.every(({ status }) => status === "fulfilled");
  };
  await waitFor(areAnswered, { describe: "the database to be in use again" });
}

test("requests on silent connections get a 503, or an answer on another connection, and the pool drops them after a while", async () => {
  const setup = () => catalog.asNobody(operations.getSetup, {});
  await untilAnswered([create, list, list, list, setup, list]);
  door.silence();
  const settled = await Promise.allSettled([create(), list(), setup(), list()]);
  const failed = settled.flatMap((one) => (one.status === "rejected" ? [one.reason as unknown] : []));
  expect(failed.length).toBeGreaterThan(0);
  for (const reason of failed) expect(reason).toMatchObject({ code: "dependency.unavailable", status: 503 });
  // The pool reuses the connection of a query runner after a timeout, so only the silence itself ends such a connection.
  await untilAnswered([setup]);
  await untilAnswered([create, list, list, list, list]);
});

test("a database that turns read-only is still read, answers writes with 503, and takes them at once when it is back", async () => {
  const metrics = () => catalog.dependencies.metrics.registry.metrics();
  const readOnly = (value: string) => `ALTER DATABASE ${new URL(catalog.database.url).pathname.slice(1)} ${value}`;
  const connection = new Client(catalog.database.url);
  await connection.connect();
  // Sessions keep the default of their beginning, as those on a demoted server do.
  await connection.query(readOnly("SET default_transaction_read_only = on"));
  await connection.query(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()`);
  for (const write of [create, createTemplate]) {
    await Promise.all([list(), list(), list()]);
    const refused = { code: "dependency.unavailable", status: 503, retryAfterSeconds: 5 };
    expect(await problemOf(write())).toMatchObject(refused);
  }
  expect(await metrics()).toMatch(/^platen_database_read_only\b.* 1$/m);
  await connection.query(readOnly("RESET default_transaction_read_only"));
  await connection.end();
  await create();
  expect(await metrics()).toMatch(/^platen_database_failures_total\{.*cause="read_only".* 2$/m);
});
