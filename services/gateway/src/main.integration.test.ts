import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient } from "@platen/client";
import { runService, waitFor, type RunningService } from "@platen/testing";
import { startScriptedWorker } from "./testing/scripted-worker.ts";
import { createProject, setUp, startFixture, type TestProject, type TestFixture } from "./testing/test-gateway.ts";

let fixture: TestFixture;
let gateway: RunningService;
let worker: ReturnType<typeof startScriptedWorker>;
let project: TestProject;

beforeAll(async () => {
  fixture = await startFixture();
  gateway = await runService("gateway", { ...fixture.variables, LOG_LEVEL: "info" });
  worker = startScriptedWorker({
    redisUrl: fixture.redis.url,
    prefix: fixture.variables.REDIS_PREFIX,
    catalogUrl: fixture.catalog.url,
  });
  project = await createProject(await setUp(gateway.url, "owner@example.com"), "Billing");
});

afterAll(async () => {
  await gateway.stop();
  await worker.stop();
  await fixture.stop();
});

describe("pages", () => {
  test("the documentation page may neither load nor run anything", async () => {
    const response = await fetch(`${gateway.url}/docs`);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toBe("text/html; charset=utf-8");
    expect(response.headers.get("content-security-policy")).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(await response.text()).toContain("Generate a document");
  });

  test("the root address redirects to the dashboard, which answers", async () => {
    const start = await fetch(gateway.url, { redirect: "manual" });
    expect([start.status, start.headers.get("location")]).toEqual([302, "/dashboard"]);
    expect((await fetch(`${gateway.url}/dashboard`)).status).toBe(200);
  });

  test("the OpenAPI document is served without a key", async () => {
    const response = await fetch(`${gateway.url}/api/v1/openapi.json`);
    expect(await response.json()).toMatchObject({ openapi: "3.1.0", paths: { "/api/v1/generate": {} } });
  });

  test.each(["/docs", "/api/v1/openapi.json", "/"])("%s is read-only", async (path) => {
    const response = await fetch(`${gateway.url}${path}`, { method: "POST" });
    expect([response.status, response.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
  });

  test.each(["/api/v1/nothing", "/nothing", "/API/V1/templates"])("%s is not found", async (path) => {
    const response = await fetch(`${gateway.url}${path}`);
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ success: false, error: { code: "route.not_found" } });
  });
});

describe("metrics and logs", () => {
  test("requests and documents are counted", async () => {
    const client = createClient({ baseUrl: gateway.url, apiKey: project.key });
    await client.generateDocument({ templateId: project.templateId, data: { number: 1 } });
    const read = async () => (await fetch(`${gateway.managementUrl}/metrics`)).text();
    await waitFor(
      async () => /platen_requests_total\{operation="generateDocument",status="2xx",[^}]*\} 1/.test(await read()),
      { describe: "the request to be counted" },
    );
    const metrics = await read();
    expect(metrics).toMatch(/platen_documents_total\{outcome="completed"[^}]*\} 1/);
    expect(metrics).toMatch(/platen_queue_jobs\{state="prioritized"[^}]*\} 0/);
  });

  test("one log line per request contains its fields and no secrets", async () => {
    const client = createClient({ baseUrl: gateway.url, apiKey: project.key });
    const { documentId } = await client.generateDocument({
      templateId: project.templateId,
      data: { secret: "s3cr3t" },
    });
    const lines = () => gateway.logs().filter((line) => line["documentId"] === documentId);
    await waitFor(() => lines().length > 0, { describe: "the line" });
    expect(lines()).toEqual([
      expect.objectContaining({
        level: "info",
        message: "request",
        operationId: "generateDocument",
        projectId: project.projectId,
        templateId: project.templateId,
        status: 200,
        pageCount: 2,
        renderMs: 40,
      }),
    ]);
    expect(gateway.output()).not.toContain("s3cr3t");
    expect(gateway.output()).not.toContain(project.key);
  });
});

test("a gateway that shuts down finishes its documents and takes no more", async () => {
  const stopping = await runService("gateway", { ...fixture.variables, LOG_LEVEL: "info" });
  const taken = worker.jobs.length;
  // The document has begun, and its worker waits until the gateway is shutting down.
  const answer = fetch(`${stopping.url}/api/v1/generate`, {
    method: "POST",
    headers: { authorization: `Bearer ${project.key}`, "content-type": "application/json" },
    body: JSON.stringify({ templateId: project.templateId, data: { delayMs: 3_000 } }),
  });
  await waitFor(() => worker.jobs.length > taken, { describe: "the job" });
  stopping.kill("SIGTERM");
  const isRefusing = () =>
    fetch(stopping.url).then(
      () => false,
      () => true,
    );
  await waitFor(isRefusing, { timeoutMs: 2_500, describe: "new connections to be refused" });
  const response = await answer;
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("%PDF");
  const exit = await stopping.exited;
  expect(exit).toMatchObject({ code: 0 });
});

test("an invalid configuration prevents the start, and the error names the variables", async () => {
  const start = runService("gateway", { REDIS_URL: "http://127.0.0.1" }).then((running) => running.stop());
  await expect(start).rejects.toThrow(/CATALOG_URL is not set[^]+REDIS_URL: must be/);
});
