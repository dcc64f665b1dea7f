import { generateKeyPairSync } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { createOpenApiDocument } from "@platen/contracts/openapi";
import { createSdkDocument } from "@platen/contracts/openapi-sdk";
import { runService, runUnready, waitFor, type RunningService } from "@platen/testing";
import { startTestSystem, type TestSystem } from "./testing/test-system.ts";

let system: TestSystem;
let gateway: RunningService;

beforeAll(async () => {
  system = await startTestSystem();
  gateway = await runService("gateway", {
    ...system.fixture.variables,
    LOG_LEVEL: "info",
    KEEP_ALIVE_TIMEOUT_MS: "620000",
  });
});

afterAll(async () => {
  await gateway.stop();
  await system.stop();
});

describe("pages", () => {
  test("the documentation page may neither load nor run anything", async () => {
    const response = await fetch(`${gateway.url}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await response.text()).toContain("Generate a document");
  });

  test("the documentation is sent compressed to browsers that ask, and says when a page does not exist", async () => {
    const page = await fetch(`${gateway.url}/docs/generate`);
    expect([page.status, page.headers.get("content-encoding")]).toEqual([200, "gzip"]);
    expect(await page.text()).toContain("generatePdf");
    const found = await fetch(`${gateway.url}/docs/search?q=cancel`);
    expect(await found.text()).toContain("/docs/batches#cancelBatch");
    const lost = await fetch(`${gateway.url}/docs/nowhere`);
    expect([lost.status, lost.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
  });

  test("the root address redirects to the dashboard, which answers", async () => {
    const start = await fetch(gateway.url, { redirect: "manual" });
    expect([start.status, start.headers.get("location")]).toEqual([302, "/dashboard"]);
    expect((await fetch(`${gateway.url}/dashboard`)).status).toBe(200);
  });

  test("the OpenAPI documents are served without a key", async () => {
    const response = await fetch(`${gateway.url}/api/v1/openapi.json`);
    expect(await response.json()).toEqual(JSON.parse(JSON.stringify(createOpenApiDocument())));
    const forGenerators = await fetch(`${gateway.url}/api/v1/openapi-sdk.json`);
    expect(await forGenerators.json()).toEqual(JSON.parse(JSON.stringify(createSdkDocument())));
  });

  test.each(["/docs", "/docs/generate", "/api/v1/openapi.json", "/api/v1/openapi-sdk.json", "/"])(
    "%s is read-only",
    async (path) => {
      const response = await fetch(`${gateway.url}${path}`, { method: "POST" });
      expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    },
  );
});

test("an idle connection stays open for the time that the operator sets, which each answer tells", async () => {
  const { headers } = await fetch(gateway.url, { redirect: "manual" });
  expect(headers.get("keep-alive")).toBe("timeout=620");
});

test("a document is counted, and its request logged in one line without secrets", async () => {
  const { key, projectId, templateId } = system.project;
  const client = createClient({ baseUrl: gateway.url, apiKey: key });
  const { documentId } = await client.generateDocument({ templateId, data: { secret: "s3cr3t" } });
  const lines = () => gateway.logs().filter((line) => line["documentId"] === documentId);
  await waitFor(() => lines().length > 0, { describe: "the line" });
  const fields = { operationId: "generateDocument", projectId, templateId, status: 200, pageCount: 2, renderMs: 40 };
  expect(lines()).toEqual([expect.objectContaining({ level: "info", message: "request", ...fields })]);
  expect(gateway.output()).not.toContain("s3cr3t");
  expect(gateway.output()).not.toContain(key);
  const metrics = await (await fetch(`${gateway.managementUrl}/metrics`)).text();
  expect(metrics).toMatch(/platen_requests_total\{operation="generateDocument",status="2xx",[^}]*\} 1/);
  expect(metrics).toMatch(/platen_documents_total\{outcome="completed"[^}]*\} 1/);
  expect(metrics).toMatch(/platen_queue_jobs\{state="prioritized"[^}]*\} 0/);
  expect(metrics).toMatch(/platen_redis_memory_bytes\{[^}]*\} \d{6,}/);
  expect(metrics).toMatch(/platen_redis_safe\{[^}]*\} 1/);
});

test("an invalid configuration prevents the start, and the error names the variables", async () => {
  const start = runService("gateway", { REDIS_URL: "http://127.0.0.1" }).then((running) => running.stop());
  await expect(start).rejects.toThrow(/CATALOG_URL is not set[^]+REDIS_URL: must be/);
});

test("a gateway whose key signs nothing that the catalog accepts starts, is not ready, and says which variables differ", async () => {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const wrongKey = privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const variables = { ...system.fixture.variables, SERVICE_TOKEN_PRIVATE_KEY: wrongKey };
  const wrong = await runUnready("gateway", variables, "gateway-with-another-key");
  const ready = () => fetch(`${wrong.managementUrl}/readyz`);
  const says = async () => (await (await ready()).text()).includes("SERVICE_TOKEN_PUBLIC_KEY of the catalog");
  await waitFor(says, { describe: "the reason" });
  expect((await ready()).status).toBe(503);
  await wrong.stop();
});
