import { generateKeyPairSync } from "node:crypto";
import { createTransport, type Transport } from "@platen/client";
import { operations } from "@platen/contracts";
import { startServer } from "@platen/http";
import { loadConfig } from "@platen/config";
import { assertNothingLeftOpen, createCatalogDatabase, createTestRedis, runService, waitFor } from "@platen/testing";
import { createApp } from "../app.ts";
import { gatewayVariables } from "../config.ts";
import { createDependencies } from "../dependencies.ts";

export type TestFixture = Awaited<ReturnType<typeof startFixture>>;
export type TestGateway = Awaited<ReturnType<TestFixture["startGateway"]>>;

/** Starts a real catalog, PostgreSQL and Redis for gateways that run in the test's own process. */
export async function startFixture(ofCatalog: Record<string, string> = {}) {
  const database = await createCatalogDatabase();
  const redis = await createTestRedis();
  const keys = generateKeyPairSync("ec", {
    namedCurve: "P-256",
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
    publicKeyEncoding: { type: "spki", format: "pem" },
  });
  const catalog = await runService("catalog", {
    DATABASE_URL: database.url,
    SERVICE_TOKEN_PUBLIC_KEY: keys.publicKey,
    LOG_LEVEL: "info",
    ...ofCatalog,
  });
  const variables = {
    CATALOG_URL: catalog.url,
    REDIS_URL: redis.url,
    REDIS_PREFIX: `${redis.prefix}:`,
    SERVICE_TOKEN_PRIVATE_KEY: keys.privateKey,
    LOG_LEVEL: "error",
  };
  const stops: (() => Promise<void>)[] = [];

  return {
    redis,
    catalog,
    variables,
    /** Starts a gateway with some variables changed. With the Redis of the fixture, it has reached that. */
    async startGateway(changes: Record<string, string> = {}) {
      const dependencies = createDependencies(loadConfig(gatewayVariables, { ...variables, ...changes }));
      const server = await startServer(createApp(dependencies), { host: "127.0.0.1", port: 0 });
      const stop = async () => {
        await server.close(1_000);
        await dependencies.close();
      };
      stops.push(stop);
      if (changes["REDIS_URL"] === undefined) {
        await waitFor(() => dependencies.redisCheck.problem() === undefined, { describe: "the first answer of Redis" });
      }
      return { baseUrl: `http://127.0.0.1:${server.port}`, dependencies };
    },
    async stop(): Promise<void> {
      await Promise.all(stops.map((stop) => stop()));
      await assertNothingLeftOpen([redis]);
      await redis.close();
      await catalog.stop();
      await database.drop();
    },
  };
}

/** Reads the cookies that an answer sets, as a browser sends them back. */
export function cookieSetBy(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((set) => set.split(";")[0])
    .join("; ");
}

/** An account that is signed in to the dashboard. */
export type Member = { cookie: string; dashboard: Transport };

export function memberWith(baseUrl: string, cookie: string): Member {
  return { cookie, dashboard: createTransport({ baseUrl, timeoutMs: 10_000, headers: () => ({ cookie }) }) };
}

/** The first account's. */
export const email = "owner@example.com";
export const password = "correct horse battery staple";

/** Creates the first account of an empty Platen. */
export async function setUp(baseUrl: string): Promise<Member> {
  return memberWith(baseUrl, cookieSetBy(await sendPassword(baseUrl, "setup", { email, password })));
}

export function signIn(baseUrl: string, email: string, given: string): Promise<Response> {
  return sendPassword(baseUrl, "session", { email, password: given });
}

function sendPassword(baseUrl: string, path: string, body: { email: string; password: string }): Promise<Response> {
  return fetch(`${baseUrl}/api/dashboard/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
  });
}

/** Creates a project with an API key and a published template. */
export async function createProject({ dashboard }: Member, name: string) {
  const { projectId } = await dashboard.call(operations.createProject, { body: { name } });
  const { key, keyId } = await dashboard.call(operations.createApiKey, {
    params: { projectId },
    body: { name: "Test" },
  });
  const { template, draft } = await dashboard.call(operations.createTemplate.member, {
    params: { projectId },
    body: {
      name: "Facture d’août",
      html: "<p>{{number}}</p>",
      dataSets: [{ name: "Sample data", json: '{ "number": "sample" }' }],
    },
  });
  const { templateId } = template;
  await dashboard.call(operations.publishDraft.member, {
    params: { projectId, templateId },
    body: { revision: draft.revision },
  });
  return { projectId, key, keyId, templateId };
}

export type TestProject = Awaited<ReturnType<typeof createProject>>;
