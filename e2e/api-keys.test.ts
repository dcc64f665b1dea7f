import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { operations } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import { startOwnRedis, startPlaten, type OwnServer, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import { z } from "zod";
import { signIn, type DashboardSession } from "./dashboard-session.ts";
import { exchange, type Exchange } from "./exchange.ts";
import { createKey, createProject, createRevokedKey, publishTemplate } from "./project-setup.ts";
import { converse } from "./raw-conversation.ts";

let redisServer: OwnServer;
let redis: Redis;
let platen: Platen;
let gatewayUrls: string[];
let dashboard: DashboardSession;
let projectId: string;
let templateId: string;

beforeAll(async () => {
  redisServer = await startOwnRedis();
  redis = new Redis(redisServer.url);
  const all = { LOG_LEVEL: "debug" };
  platen = await startPlaten({ redisUrl: redisServer.url, env: { gateway: all, catalog: all, worker: all } });
  await platen.startGateway();
  gatewayUrls = platen.processes.gateways.map(({ url }) => url);
  dashboard = await signIn(platen.baseUrl, platen.account);
  projectId = await createProject(dashboard, "Keys");
  templateId = await publishTemplate(dashboard, projectId, { name: "Letter", html: "<p>{{name}}</p>" });
});

afterAll(async () => {
  await platen?.stop();
  redis?.disconnect();
  await redisServer?.stop();
});

const letter = () => JSON.stringify({ templateId, data: { name: "Ada" } });
const json = { "content-type": "application/json" };

/** Correct and incorrect requests with a key; a key in the wrong place is a common mistake. */
function requestsWith(key: string): Promise<Exchange | string>[] {
  const url = (path: string) => `${platen.baseUrl}/api/v1${path}`;
  const authorization = `Bearer ${key}`;
  const get = (path: string, headers: Record<string, string> = { authorization }) => exchange(url(path), { headers });
  const post = (body: string, headers: Record<string, string> = {}) =>
    exchange(url("/generate"), { method: "POST", headers: { authorization, ...json, ...headers }, body });
  return [
    get("/templates"),
    get("/documents?pageSize=5"),
    get("/projects"),
    get("/templates?page=0"),
    get("/templates?sort=evil"),
    get("/documents/doc_00000000000000000000000000"),
    get("/nothing"),
    get(`/templates?apiKey=${key}`),
    get("/templates", {}),
    get(`/templates?apiKey=${key}`, {}),
    get("/templates", { cookie: `platen_session=${key}` }),
    get("/templates", { authorization: `Basic ${Buffer.from(`key:${key}`).toString("base64")}` }),
    get("/templates", { authorization: `${authorization}x` }),
    get("/templates", { "x-api-key": key }),
    post(letter()),
    post(letter(), { "idempotency-key": "secret" }),
    post("{broken"),
    post(JSON.stringify({ templateId, data: 1 })),
    post(letter(), { "content-type": "text/plain" }),
    converse(platen.baseUrl, `GET /api/v1/templates HTTP/1.1\r\nAuthorization: ${authorization}\r\nbro<ken\r\n\r\n`),
  ];
}

/** Every row of every table as text. */
function everythingInPostgres(): Promise<string> {
  return withConnection(platen.databaseUrl, async (connection) => {
    const { rows: tables } = await connection.query<{ name: string }>(
      "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await connection.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      texts.push(...rows.map(({ row }) => row));
    }
    return texts.join("\n");
  });
}

/** All that Redis was told to keep, with what it has deleted since: its log has every command that changes data. */
async function everythingInRedis(): Promise<string> {
  const [, folder] = z.tuple([z.string(), z.string()]).parse(await redis.config("GET", "dir"));
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const logs = files.filter((file) => file.isFile() && file.name.includes("aof"));
  return (await Promise.all(logs.map((file) => readFile(join(file.parentPath, file.name), "latin1")))).join("\n");
}

/** The forms in which a key could be stored. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const secretPart = key.slice(key.lastIndexOf("_") + 1, -4);
  // The last characters of Base64 depend on the text that follows.
  const encoded = [bytes, Buffer.from(`key:${key}`)].map((text) => text.toString("base64").slice(0, -4));
  return [key, secretPart, bytes.toString("hex"), ...encoded];
}

test("an API key is in no database, log, metric or error: only its hash is stored", async () => {
  const valid = await createKey(platen.baseUrl, dashboard, projectId);
  const revoked = await createRevokedKey(platen.baseUrl, dashboard, projectId);
  const keys = [valid.key, revoked.key];
  const answers = await Promise.all(keys.flatMap(requestsWith));
  const errors = answers.flatMap((answer) => {
    if (typeof answer === "string") return [answer];
    return answer.status < 400 ? [] : [`${JSON.stringify([...answer.headers])} ${answer.text}`];
  });
  expect(answers.length - errors.length).toBeGreaterThanOrEqual(5);
  expect(errors.length).toBeGreaterThan(25);

  const { gateway, catalog, workers } = platen.processes;
  const services = [gateway, catalog, ...workers];
  const metrics = services.map(async ({ managementUrl }) => (await exchange(`${managementUrl}/metrics`)).text);
  const database = await everythingInPostgres();
  // The text of each place, and a string in it: finding that string proves that the search works.
  const texts: Record<string, [string, string]> = {
    database: [database, projectId],
    redis: [await everythingInRedis(), projectId],
    logs: [services.map((service) => service.output()).join("\n"), projectId],
    metrics: [(await Promise.all(metrics)).join("\n"), "platen_requests_total"],
    errors: [errors.join("\n"), "auth.key_missing"],
  };
  for (const [place, [text, contained]] of Object.entries(texts)) {
    expect([place, text.includes(contained)]).toEqual([place, true]);
    expect([place, keys.flatMap(formsOf).filter((form) => text.includes(form))]).toEqual([place, []]);
  }
  for (const key of keys) expect(database).toContain(createHash("sha256").update(key).digest("hex"));
});

test("a key that two gateways have used is refused by both as soon as it is revoked", async () => {
  const { key, keyId } = await createKey(platen.baseUrl, dashboard, projectId);
  const headers = { authorization: `Bearer ${key}`, ...json };
  // Keys reach the catalog in two ways: a list asks it at once, several documents share one call.
  const useEverywhere = async () => {
    const uses = gatewayUrls.flatMap((baseUrl) => [
      exchange(`${baseUrl}/api/v1/templates?pageSize=1`, { headers }),
      exchange(`${baseUrl}/api/v1/generate`, { method: "POST", headers, body: letter() }),
    ]);
    return (await Promise.all(uses)).map(({ status }) => status);
  };
  expect(await useEverywhere()).toEqual([200, 200, 200, 200]);
  await dashboard.call(operations.revokeApiKey, { params: { projectId, keyId } });
  expect(await useEverywhere()).toEqual([401, 401, 401, 401]);
});
