import { createHash } from "node:crypto";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createClient, type Client } from "@platen/client";
import { operations, readWarningsHeader, type PageSettings } from "@platen/contracts";
import {
  chromiumOf,
  pdfInfo,
  pdfText,
  proofOr,
  startPlaten,
  waitFor,
  type Platen,
  type RunningService,
} from "@platen/testing";
import { Redis } from "ioredis";
import { signIn, type DashboardSession } from "./dashboard-session.ts";
import { createKey, createProject, publishTemplate, type TemplateSource } from "./project-setup.ts";

let platen: Platen;
let client: Client;
let session: DashboardSession;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { worker: { RENDER_CONCURRENCY: "2", TEMPLATE_TIMEOUT_MS: "1000" } } });
  client = createClient({ baseUrl: platen.baseUrl, apiKey: platen.apiKey });
  session = await signIn(platen.baseUrl, platen.account);
});

afterAll(() => platen.stop());

let published = 0;

/** Publishes a template with a name of its own. */
async function publish(source: Pick<TemplateSource, "html" | "css" | "settings">): Promise<string> {
  published += 1;
  return publishTemplate(session, platen.projectId, { name: `Worker ${published}`, ...source });
}

async function previewWarnings(templateId: string, html: string, data: Record<string, unknown>) {
  const request = { params: { projectId: platen.projectId, templateId }, body: { html, data } };
  const { header } = await session.bytes(operations.previewTemplate, request);
  return readWarningsHeader(header("platen-warnings"));
}

const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ row, text: `Item ${row}` }));
const tableHtml = "<table>{{#rows}}<tr><td>{{row}}<td>{{text}}{{/rows}}</table>";
/** Half a second of printing or more. */
const slow = { rows: rows(4_000) };

async function generate(templateId: string, data: Record<string, unknown>, options: PageSettings = {}) {
  const { pdf } = await client.generateDocument({ templateId, data, options });
  return { pdf, text: (await pdfText(pdf)).join("\n"), info: await pdfInfo(pdf) };
}

/** The sum of a metric over its labels. */
async function metricOf({ managementUrl }: RunningService, name: string): Promise<number> {
  const text = await (await fetch(`${managementUrl}/metrics`)).text();
  const lines = text.split("\n").filter((line) => line.startsWith(`${name}{`));
  return lines.reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0);
}

function onlyWorker(): RunningService {
  const worker = platen.processes.workers.at(-1);
  if (!worker) throw new Error("no worker");
  return worker;
}

/** Finds the browser that a worker has started. */
async function browserOf(worker: RunningService): Promise<number> {
  const [browser] = (await chromiumOf(worker.pid)).browser;
  if (!browser) throw new Error("the worker has no browser");
  return browser.pid;
}

async function printing(worker: RunningService): Promise<void> {
  await waitFor(async () => (await metricOf(worker, "platen_worker_slots_busy")) === 1, {
    intervalMs: 5,
    describe: "the worker to be printing",
  });
}

describe("documents", () => {
  test("warnings name the kind, host and count of refused requests, and nothing else of their addresses", async () => {
    const html = `<p>x{{#pictures}}<img src="https://CDN.example.com/canary-path/{{.}}?canary-query=1#canary">{{/pictures}}
      <link rel="stylesheet" href="http://canary-name:canary-word@styles.example:8080/canary.css">`;
    const data = { pictures: ["a", "b", "c"] };
    const templateId = await publish({ html });
    const images = { code: "resource.blocked", severity: "error", kind: "image", host: "cdn.example.com", count: 3 };
    const { warnings } = await client.generateDocument({ templateId, data });
    expect(warnings).toContainEqual({ ...images, message: expect.stringContaining("3 images from cdn.example.com") });
    const generated = await client.generateDocumentAsJson({ templateId, data });
    expect(generated.warnings).toEqual(warnings);
    expect(await previewWarnings(templateId, html, data)).toEqual(warnings);
    expect(JSON.stringify(warnings)).not.toContain("canary");
    const services = [platen.processes.gateway, ...platen.processes.workers];
    for (const service of services) expect(service.output()).not.toMatch(/canary|cdn\.example|styles\.example/i);
    expect(onlyWorker().output()).toContain("Image https 3");
    expect(await previewWarnings(templateId, "<p>x", data)).toEqual([]);
  });
});

describe("an abandoned document", () => {
  const endlessPage = "<script>window.platenReady = new Promise(() => {})</script>";
  test.each([
    ["its template is filled", "{{#rows}}".repeat(6) + "{{/rows}}".repeat(6), rows(100), 600, "stage: template"],
    ["it is loaded", endlessPage, [], 2_000, "stage: load"],
  ])(
    "stops at its deadline while %s, and the answer names that stage",
    async (_what, html, data, deadlineMs, stage) => {
      const templateId = await publish({ html, settings: { javascript: true } });
      const response = await fetch(`${platen.baseUrl}/api/v1/generate`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${platen.apiKey}`,
          "content-type": "application/json",
          "platen-deadline-ms": String(deadlineMs),
        },
        body: JSON.stringify({ templateId, data: { rows: data } }),
      });
      const [status, body] = [response.status, await response.text()];
      expect({ status, body }).toEqual({ status: 504, body: expect.stringContaining(stage) });
      const isFree = async () => (await metricOf(onlyWorker(), "platen_worker_slots_busy")) === 0;
      await waitFor(isFree, { describe: "the page to be free" });
      // A process fills the abandoned template until its limit, and the account's next document waits for it.
      await client.generateDocument({ templateId: await publish({ html: "<p>next" }), data: {} });
    },
  );

  test("leaves nothing when its caller hangs up: it leaves the queue, or stops, and is not begun afterwards", async () => {
    const redis = new Redis(platen.redisUrl);
    const templateId = await publish({ html: tableHtml });
    const hungUp: string[] = [];
    const callers = Array.from({ length: 50 }, async (_, number) => {
      const leave = new AbortController();
      const call = client.generateDocument({ templateId, data: slow }, { signal: leave.signal });
      // Moments spread over a second, in no order.
      await Promise.all([
        call.catch((error: unknown) => hungUp.push(String(error))),
        delay(100 + ((number * 37) % 50) * 20).then(() => leave.abort()),
      ]);
    });
    await Promise.all(callers);
    expect(hungUp.length).toBeGreaterThan(30);
    const isNothingLeft = async () => {
      const busy = await metricOf(onlyWorker(), "platen_worker_slots_busy");
      const waiting = await metricOf(platen.processes.gateway, "platen_queue_jobs");
      return busy + waiting + (await redis.keys("*result:*")).length === 0;
    };
    await waitFor(isNothingLeft, { describe: "the queue, the pages and the results to be empty" });
    redis.disconnect();
    const counted = () => metricOf(onlyWorker(), "platen_render_attempts_total");
    const begun = await counted();
    await generate(templateId, { rows: rows(1) });
    // A worker answers before it counts.
    await waitFor(async () => (await counted()) > begun, { describe: "the document to be counted" });
    expect(await counted()).toBe(begun + 1);
    const isClosed = async () => {
      const { documents } = await client.listDocuments({ templateId, pageSize: 100 });
      return documents.every(({ status }) => status !== "queued" && status !== "rendering");
    };
    await waitFor(isClosed, { describe: "every record to be closed" });
  });
});

describe("many callers", () => {
  test("at once get their own documents each, and none is lost", async () => {
    const count = proofOr(1_000, 100);
    const concurrency = 32;
    const projectId = await createProject(session, "Thousand");
    const html = "<p>Order {{number}} for {{customer}}</p>";
    const templateId = await publishTemplate(session, projectId, { name: "Number", html });
    const { client: caller } = await createKey(platen.baseUrl, session, projectId);
    const dataOf = (number: number) => ({ number, customer: `customer-${(number * 7_919) % 100_003}` });
    const generated = new Map<string, { number: number; pdf: Uint8Array }>();
    const callers = Array.from({ length: concurrency }, async (_, first) => {
      for (let number = first; number < count; number += concurrency) {
        const { pdf, documentId } = await caller.generateDocument({ templateId, data: dataOf(number) });
        generated.set(documentId, { number, pdf });
      }
    });
    await Promise.all(callers);
    expect(generated.size).toBe(count);
    for (const { number, pdf } of generated.values()) {
      expect(await pdfText(pdf)).toEqual([`Order ${number} for ${dataOf(number).customer}`]);
    }

    // Workers report outcomes several at once, so the last ones may follow their PDFs by a moment.
    const completed = async () => (await caller.listDocuments({ status: "completed" })).pagination.total;
    await waitFor(async () => (await completed()) === count, { describe: "a record of each completed document" });
    for await (const { documentId, sha256, sizeBytes } of caller.allDocuments({ pageSize: 100 })) {
      const pdf = generated.get(documentId)?.pdf ?? new Uint8Array();
      const actual = { documentId, sizeBytes: pdf.length, sha256: createHash("sha256").update(pdf).digest("hex") };
      expect({ documentId, sizeBytes, sha256 }).toEqual(actual);
      generated.delete(documentId);
    }
    expect(generated.size).toBe(0);
  });

  test("can connect while the gateway stands still for a moment, and are all answered", async () => {
    const { gateway } = platen.processes;
    const { hostname, port } = new URL(platen.baseUrl);
    gateway.kill("SIGSTOP");
    const sockets = Array.from({ length: 1_000 }, () => connect(Number(port), hostname).setEncoding("utf8"));
    try {
      await Promise.all(sockets.map((socket) => once(socket, "connect", { signal: AbortSignal.timeout(10_000) })));
    } finally {
      gateway.kill("SIGCONT");
    }
    const answers = sockets.map(async (socket) => {
      socket.write("GET /api/v1/templates HTTP/1.1\r\nHost: platen\r\n\r\n");
      const [answer] = await once(socket, "data");
      socket.destroy();
      return String(answer).split("\r\n")[0];
    });
    // One address may fail three hundred times a minute.
    const statuses = new Set(["HTTP/1.1 401 Unauthorized", "HTTP/1.1 429 Too Many Requests"]);
    expect(new Set(await Promise.all(answers))).toEqual(statuses);
  });
});

describe("operation", () => {
  test("neither data nor HTML nor grants reach a log", async () => {
    const templateId = await publish({ html: "<p>canary-html {{x}}<img src='http://127.0.0.1:9/canary-url'>" });
    await generate(templateId, { x: "canary-data" });
    await generate(templateId, { x: "canary-data" }, { pageRanges: "7" }).catch(() => undefined);
    for (const html of ["<p>canary-html {{x}}", "<p>{{#canary-html}}", "<p>{{x | canary}}"]) {
      await client.generateDocument({ html, data: { x: "canary-data" } }).catch(() => undefined);
    }
    const { gateway, catalog } = platen.processes;
    for (const process of [onlyWorker(), gateway, catalog]) {
      const output = process.output();
      expect(output).toContain(platen.projectId);
      expect(output).not.toMatch(/canary/);
    }
    expect(onlyWorker().output()).not.toContain("eyJ");
  });

  test("the environment of a worker holds no database address and no signing key", async () => {
    const own = readFileSync(`/proc/${onlyWorker().pid}/environ`, "utf8");
    expect(own).toContain("REDIS_URL=");
    expect(own).not.toContain(new URL(platen.databaseUrl).pathname.slice(1));
    expect(own).not.toMatch(/postgres(ql)?:|DATABASE|PRIVATE KEY|SESSION|PASSWORD/i);
  });

  test("Redis has refused no command of a service", async () => {
    const redis = new Redis(platen.redisUrl);
    const refused = JSON.stringify(await redis.call("ACL", "LOG", "128")).split("],[");
    redis.disconnect();
    const own = refused.filter((entry) => entry.includes(new URL(platen.redisUrl).username));
    // Redis 7.2 and newer know this one, which tells the client's version.
    expect(own.filter((entry) => !entry.includes("client|setinfo"))).toEqual([]);
  });

  test("the metrics of a worker show the sandbox, the browser, the stages and refused requests", async () => {
    const worker = onlyWorker();
    expect(await metricOf(worker, "platen_browser_sandboxed")).toBe(1);
    expect(await metricOf(worker, "platen_browser_available")).toBe(1);
    const text = await (await fetch(`${worker.managementUrl}/metrics`)).text();
    expect(text).toMatch(/platen_browser_info\{version="[^"]*\d+\.\d+/);
    expect(text).toMatch(/platen_browser_starts_total\{cause="first"[^}]*\} 1/);
    expect(await metricOf(worker, "platen_redis_up")).toBe(1);
    expect(await metricOf(worker, "platen_queue_wait_seconds_count")).toBeGreaterThan(0);
    expect(text).toMatch(/platen_render_attempts_total\{outcome="completed"/);
    expect(text).toMatch(/platen_render_stage_seconds_count\{.*stage="print"/);
    expect(text).toMatch(/platen_browser_requests_refused_total\{resource="Image"/);
  });

  test("a worker told to stop finishes its document, ends well and leaves nothing behind", async () => {
    const templateId = await publish({ html: tableHtml });
    const [first] = platen.processes.workers;
    if (!first) throw new Error("no worker");
    const browser = await browserOf(first);
    const generating = generate(templateId, slow);
    await printing(first);
    const second = platen.startWorker();
    expect(await first.stop()).toMatchObject({ code: 0 });
    expect((await generating).text).toContain("Item 3999");
    const { WORK_DIR: workFolder } = (await second).env;
    expect(() => process.kill(browser, 0)).toThrow(/ESRCH/);
    // The second worker's own folder.
    expect(readdirSync(workFolder ?? "")).toHaveLength(1);
    expect((await generate(templateId, { rows: rows(1) })).text).toContain("Item 0");
  });
});
