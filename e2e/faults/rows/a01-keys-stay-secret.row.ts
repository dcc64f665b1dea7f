import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll } from "@jest/globals";
import { withConnection } from "@platen/provisioning";
import { startOwnPostgres, startOwnRedis, startPlaten, type OwnServer, type Platen } from "@platen/testing";
import { Redis } from "ioredis";
import { z } from "zod";
import { signIn } from "../../dashboard-session.ts";
import { exchange, type Exchange } from "../../exchange.ts";
import { createKey, createProject, createRevokedKey, publishTemplate } from "../../project-setup.ts";
import { converse } from "../../raw-conversation.ts";
import { faultRow } from "../runner/fault-row.ts";
import { everythingInRedis } from "../facts/redis-dump.ts";

const keyCount = 10;
const roundsPerKey = 3;

let redisServer: OwnServer;
let postgresServer: OwnServer;
let redis: Redis;
let platen: Platen;
let templateId: string;
let projectId: string;
let keys: string[];
let revoked: string;

beforeAll(async () => {
  [redisServer, postgresServer] = await Promise.all([startOwnRedis(), startOwnPostgres()]);
  redis = new Redis(redisServer.url);
  const all = { LOG_LEVEL: "debug" };
  platen = await startPlaten({
    redisUrl: redisServer.url,
    postgresUrl: postgresServer.url,
    env: { gateway: all, catalog: all, worker: all },
  });
  const dashboard = await signIn(platen.baseUrl, platen.account);
  projectId = await createProject(dashboard, "Secrets");
  templateId = await publishTemplate(dashboard, projectId, { name: "Letter", html: "<p>{{name}}</p>" });
  keys = [];
  for (let index = 0; index < keyCount; index += 1) {
    keys.push((await createKey(platen.baseUrl, dashboard, projectId, `Key ${index}`)).key);
  }
  revoked = (await createRevokedKey(platen.baseUrl, dashboard, projectId)).key;
}, 180_000);

afterAll(async () => {
  await platen?.stop();
  redis?.disconnect();
  await Promise.all([redisServer?.stop(), postgresServer?.stop()]);
}, 60_000);

/** Correct and incorrect requests with a key; a key in the wrong place is a common mistake. */
function requestsWith(key: string, round: string): Promise<Exchange | string>[] {
  const url = (path: string) => `${platen.baseUrl}/api/v1${path}`;
  const authorization = `Bearer ${key}`;
  const json = { "content-type": "application/json" };
  const get = (path: string, headers: Record<string, string> = { authorization }) => exchange(url(path), { headers });
  const post = (body: string, headers: Record<string, string> = {}) =>
    exchange(url("/generate"), { method: "POST", headers: { authorization, ...json, ...headers }, body });
  const letter = JSON.stringify({ templateId, data: { name: "Ada" } });
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
    post(letter),
    post(letter, { "idempotency-key": `secret-${round}` }),
    post("{broken"),
    post(JSON.stringify({ templateId, data: 1 })),
    post(letter, { "content-type": "text/plain" }),
    converse(platen.baseUrl, `GET /api/v1/templates HTTP/1.1\r\nAuthorization: ${authorization}\r\nbro<ken\r\n\r\n`),
  ];
}

/** Every row of every table as text. */
function everythingInPostgres(): Promise<string> {
  return withConnection(platen.databaseUrl, async (connection) => {
    const { rows: tables } = await connection.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
    );
    const texts: string[] = [];
    for (const { name } of tables) {
      const { rows } = await connection.query<{ row: string }>(`SELECT t::text AS row FROM ${name} AS t`);
      texts.push(...rows.map(({ row }) => `${name} ${row}`));
    }
    return texts.join("\n");
  });
}

async function redisLog(): Promise<string> {
  const [, folder] = z.tuple([z.string(), z.string()]).parse(await redis.config("GET", "dir"));
  const files = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = files.filter((file) => file.isFile() && file.name.includes("aof"));
  return (await Promise.all(texts.map((file) => readFile(join(file.parentPath, file.name), "latin1")))).join("\n");
}

/** The forms in which a key could be stored. */
function formsOf(key: string): string[] {
  const bytes = Buffer.from(key);
  const secretPart = key.slice(key.lastIndexOf("_") + 1, -4);
  // The last characters of Base64 depend on the text that follows.
  const encoded = [bytes, Buffer.from(`key:${key}`)].map((text) => text.toString("base64").slice(0, -4));
  return [key, secretPart, bytes.toString("hex"), ...encoded];
}

faultRow("A1", { timeoutMs: 120_000 }, async (figures) => {
  const answers: (Exchange | string)[] = [];
  for (let round = 0; round < roundsPerKey; round += 1) {
    for (const [index, key] of [...keys, revoked].entries()) {
      answers.push(...(await Promise.all(requestsWith(key, `${round}-${index}`))));
    }
  }
  const services = [platen.processes.gateway, platen.processes.catalog, ...platen.processes.workers];
  const metrics = services.map(async ({ managementUrl }) => (await exchange(`${managementUrl}/metrics`)).text);
  const errors = answers.flatMap((answer) => {
    if (typeof answer === "string") return [answer];
    return answer.status < 400 ? [] : [`${JSON.stringify([...answer.headers])} ${answer.text}`];
  });
  const everything: { place: string; text: string; holds: string }[] = [
    { place: "the database", text: await everythingInPostgres(), holds: projectId },
    { place: "Redis", text: await everythingInRedis(redis), holds: projectId },
    { place: "the log of Redis", text: await redisLog(), holds: projectId },
    { place: "the services' logs", text: services.map((service) => service.output()).join("\n"), holds: projectId },
    { place: "the metrics", text: (await Promise.all(metrics)).join("\n"), holds: "platen_requests_total" },
    { place: "the bodies and headers of errors", text: errors.join("\n"), holds: "auth.key_missing" },
  ];

  figures.atLeast("requests with keys", answers.length, 500);
  figures.atLeast("refused requests", errors.length, 300);
  const forms = [...keys, revoked].flatMap(formsOf);
  for (const { place, text, holds } of everything) {
    // Shows that the search finds a text that is there.
    figures.isTrue(`${place}: text searched`, text.includes(holds), `${text.length} characters`);
    figures.exactly(`${place}: raw keys`, forms.filter((form) => text.includes(form)).length, 0);
  }
  const stored = everything[0]?.text.split("\n") ?? [];
  const rowsOf = (text: string) => stored.filter((row) => row.includes(text)).length;
  const hashes = keys.map((key) => createHash("sha256").update(key).digest("hex"));
  figures.exactly(
    "rows with the hash of one of the 10 keys",
    hashes.reduce((sum, hash) => sum + rowsOf(hash), 0),
    10,
  );
});
