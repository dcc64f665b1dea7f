import { readdirSync, readFileSync } from "node:fs";
import { createClient, type Client } from "@platen/client";
import { operations, readWarningsHeader, type PageSettings, type Tolerant, type Warning } from "@platen/contracts";
import {
  chromiumOf,
  descendantsOf,
  isRunning,
  pdfInfo,
  pdfText,
  startPlaten,
  waitFor,
  type Platen,
  type RunningService,
} from "@platen/testing";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { signIn } from "./dashboard-session.ts";

let platen: Platen;
let client: Client;
let dashboard: Dashboard;

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { worker: { RENDER_CONCURRENCY: "2", TEMPLATE_TIMEOUT_MS: "1000" } } });
  client = createClient({ baseUrl: platen.baseUrl, apiKey: platen.apiKey });
  dashboard = await openProject();
}, 60_000);

afterAll(() => platen.stop());

type Dashboard = {
  publish(template: { html: string; css?: string; settings?: PageSettings }): Promise<string>;
  preview(
    templateId: string,
    html: string,
    data: Record<string, unknown>,
  ): Promise<{ pdf: Uint8Array; warnings: Tolerant<Warning>[] }>;
};

async function openProject(): Promise<Dashboard> {
  const session = await signIn(platen.baseUrl, platen.account);
  const { projectId } = platen;
  let templates = 0;
  return {
    async publish({ html, css = "", settings = {} }) {
      templates += 1;
      const { template, draft } = await session.call(operations.createTemplate, {
        params: { projectId },
        body: { name: `Worker ${templates}`, html, css, settings },
      });
      const { templateId } = template;
      await session.call(operations.publishDraft, {
        params: { projectId, templateId },
        body: { revision: draft.revision },
      });
      return templateId;
    },
    async preview(templateId, html, data) {
      const request = { params: { projectId, templateId }, body: { html, data } };
      const { bytes, header } = await session.bytes(operations.previewTemplate, request);
      return { pdf: bytes, warnings: readWarningsHeader(header("platen-warnings")) };
    },
  };
}

const rows = (count: number) => Array.from({ length: count }, (_, row) => ({ row, text: `Item ${row}` }));
const tableHtml = "<table>{{#rows}}<tr><td>{{row}}<td>{{text}}{{/rows}}</table>";
/** Half a second of printing or more. */
const slow = { rows: rows(4_000) };

async function generate(templateId: string, data: Record<string, unknown>, options: PageSettings = {}) {
  const { pdf } = await client.generateDocument({ templateId, data, options });
  return { pdf, text: (await pdfText(pdf)).join("\n"), info: await pdfInfo(pdf) };
}

function metric(text: string, name: string): number | undefined {
  const line = text.split("\n").find((candidate) => candidate.startsWith(`${name}{`));
  return line === undefined ? undefined : Number(line.split(" ").at(-1));
}

async function metricOf(worker: RunningService, name: string): Promise<number | undefined> {
  return metric(await (await fetch(`${worker.managementUrl}/metrics`)).text(), name);
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
  test("the HTML is filled, wrapped and styled; the title is the template's name unless it is set", async () => {
    const templateId = await dashboard.publish({
      html: "<p>Hello {{name}} & {{{mark}}}",
      css: "p { break-after: page }",
      settings: { language: "de-CH" },
    });
    const { text, info } = await generate(templateId, { name: "<Ann>", mark: "<b>bold</b>" });
    expect(text).toContain("Hello <Ann> & bold");
    expect(info).toMatchObject({ title: expect.stringMatching(/^Worker \d+$/), language: "de-CH" });
    expect((await generate(templateId, {}, { title: "Mine" })).info.title).toBe("Mine");
  });

  test("options of a request win over the template's settings, a format over width and height", async () => {
    const templateId = await dashboard.publish({
      html: "<p>x",
      settings: { width: "4in", height: "6in", orientation: "landscape" },
    });
    const size = async (options: PageSettings) => (await generate(templateId, {}, options)).info.pageSizesPt[0];
    expect(await size({})).toEqual({ width: 432, height: 288 });
    expect(await size({ orientation: "portrait" })).toEqual({ width: 288, height: 432 });
    expect(await size({ format: "Letter" })).toEqual({ width: 792, height: 612 });
  });

  test("header and footer are filled with the data", async () => {
    const templateId = await dashboard.publish({
      html: "<p>x",
      settings: { margin: { top: "20mm", bottom: "20mm" }, header: "<b style='font-size:9px'>No {{number}}</b>" },
    });
    expect((await generate(templateId, { number: "A&7" })).text).toContain("No A&7");
  });

  test("data close to the largest body makes a document", async () => {
    const templateId = await dashboard.publish({ html: tableHtml.replace("{{text}}", "{{#text}}.{{/text}}") });
    const data = { rows: rows(1_000).map(({ row }) => ({ row, text: "x".repeat(4_800) })) };
    expect((await generate(templateId, data)).text).toContain("999");
  });

  test("a preview is rendered and leaves no document", async () => {
    const templateId = await dashboard.publish({ html: "<p>published" });
    const before = (await client.listDocuments()).pagination.total;
    const { pdf } = await dashboard.preview(templateId, "<p>draft {{n}}", { n: 7 });
    expect((await pdfText(pdf)).join("")).toContain("draft 7");
    expect((await client.listDocuments()).pagination.total).toBe(before);
  });

  test("what a document was refused is told by kind, host and count, and nothing else of its addresses", async () => {
    const html = `<p>x{{#pictures}}<img src="https://CDN.example.com/canary-path/{{.}}?canary-query=1#canary">{{/pictures}}
      <link rel="stylesheet" href="http://canary-name:canary-word@styles.example:8080/canary.css">`;
    const data = { pictures: ["a", "b", "c"] };
    const templateId = await dashboard.publish({ html });
    const images = { code: "resource.blocked", kind: "image", host: "cdn.example.com", count: 3 };
    const { warnings } = await client.generateDocument({ templateId, data });
    expect(warnings).toContainEqual({ ...images, message: expect.stringContaining("3 images from cdn.example.com") });
    const generated = await client.generateDocumentAsJson({ templateId, data });
    expect(generated.warnings).toEqual(warnings);
    const preview = await dashboard.preview(templateId, html, data);
    expect(preview.warnings).toEqual(warnings);
    expect(JSON.stringify(warnings)).not.toContain("canary");
    const services = [platen.processes.gateway, ...platen.processes.workers];
    for (const service of services) expect(service.output()).not.toMatch(/canary|cdn\.example|styles\.example/i);
    expect(onlyWorker().output()).toContain("Image https 3");
    expect((await dashboard.preview(templateId, "<p>x", data)).warnings).toEqual([]);
  });

  test("what became of a document is kept", async () => {
    const templateId = await dashboard.publish({ html: "<p>x" });
    const generated = await client.generateDocumentAsJson({ templateId, data: {} });
    const kept = await waitFor(
      async () => {
        const document = await client.getDocument(generated.documentId);
        return document.status === "completed" ? document : undefined;
      },
      { describe: "the document to be completed" },
    );
    expect(kept).toMatchObject({
      pageCount: 1,
      sizeBytes: generated.sizeBytes,
      sha256: generated.sha256,
      failure: null,
    });
  });
});

describe("failures", () => {
  async function failure(templateId: string, data: Record<string, unknown>, options: PageSettings = {}) {
    const error: unknown = await client
      .generateDocument({ templateId, data, options })
      .catch((thrown: unknown) => thrown);
    const document = await waitFor(
      async () => (await client.listDocuments({ templateId, status: "failed" })).documents[0],
      { describe: "the document to be failed" },
    );
    return { error, document };
  }

  test("a template that prints too much", async () => {
    const templateId = await dashboard.publish({ html: `{{#a}}{{#a}}{{#a}}${"x".repeat(1_000)}{{/a}}{{/a}}{{/a}}` });
    const { error, document } = await failure(templateId, { a: Array.from({ length: 100 }, () => 1) });
    expect(error).toMatchObject({ status: 422, code: "document.too_large" });
    expect(document?.failure).toMatchObject({ code: "document_too_large", retryable: false, stage: "template" });
  });

  test("a template that never ends", async () => {
    const templateId = await dashboard.publish({ html: "{{#a}}".repeat(6) + "{{/a}}".repeat(6) });
    const { error, document } = await failure(templateId, { a: Array.from({ length: 100 }, () => 1) });
    expect(error).toMatchObject({ status: 504, code: "render.timeout", message: expect.stringContaining("template") });
    expect(document?.failure).toMatchObject({ code: "render_timeout", retryable: false, stage: "template" });
  });

  test("page settings that cannot be", async () => {
    const templateId = await dashboard.publish({ html: "<p>x" });
    const { error } = await failure(templateId, {}, { pageRanges: "7-9" });
    expect(error).toMatchObject({ status: 422, code: "render.failed", details: [{ path: "settings.pageRanges" }] });
  });
});

describe("operation", () => {
  test("neither data nor HTML nor grants reach a log", async () => {
    const templateId = await dashboard.publish({
      html: "<p>canary-html {{x}}<img src='http://127.0.0.1:9/canary-url'>",
    });
    await generate(templateId, { x: "canary-data" });
    await generate(templateId, { x: "canary-data" }, { pageRanges: "7" }).catch(() => undefined);
    const output = onlyWorker().output();
    expect(output).toContain(platen.projectId);
    expect(output).not.toMatch(/canary|eyJ/);
  });

  test("a worker's environment holds the way to no database, and no key that signs", async () => {
    const own = readFileSync(`/proc/${onlyWorker().pid}/environ`, "utf8");
    expect(own).toContain("REDIS_URL=");
    expect(own).not.toContain(new URL(platen.databaseUrl).pathname.slice(1));
    expect(own).not.toMatch(/postgres(ql)?:|DATABASE|PRIVATE KEY|SESSION|PASSWORD/i);
  });

  test("metrics tell of the sandbox, the seal, the stages and refused requests", async () => {
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

  test("a caller who hangs up frees the page", async () => {
    const templateId = await dashboard.publish({ html: tableHtml });
    const hangUp = new AbortController();
    const request = { templateId, data: { rows: rows(20_000) } };
    const call = client.generateDocument(request, { signal: hangUp.signal }).catch((error: unknown) => error);
    await printing(onlyWorker());
    hangUp.abort();
    await call;
    await waitFor(async () => (await metricOf(onlyWorker(), "platen_worker_slots_busy")) === 0, {
      timeoutMs: 3_000,
      describe: "the page to be free",
    });
    expect((await generate(templateId, { rows: rows(1) })).text).toContain("Item 0");
  });

  test("kill -9 of Chromium in mid-document: the caller gets the PDF all the same", async () => {
    const templateId = await dashboard.publish({ html: tableHtml });
    const generating = generate(templateId, slow);
    await printing(onlyWorker());
    process.kill(await browserOf(onlyWorker()), "SIGKILL");
    expect((await generating).text).toContain("Item 3999");
  });

  test("a worker told to stop finishes its document, ends well and leaves nothing behind", async () => {
    const templateId = await dashboard.publish({ html: tableHtml });
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

  test("kill -9 of a worker in mid-document: another one answers the caller, and nothing of the first stays", async () => {
    const templateId = await dashboard.publish({ html: tableHtml });
    const doomed = onlyWorker();
    const generating = generate(templateId, slow);
    await printing(doomed);
    const started = await descendantsOf(doomed.pid);
    doomed.kill("SIGKILL");
    await platen.startWorker();
    expect((await generating).text).toContain("Item 3999");
    await waitFor(() => !started.some(({ pid }) => isRunning(pid)), {
      timeoutMs: 10_000,
      describe: "the killed worker's Chromium to be gone too",
    });
  }, 60_000);
});
