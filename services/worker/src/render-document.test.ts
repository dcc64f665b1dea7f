import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import type { TemplateSource } from "@platen/contracts/internal";
import { PermanentFailure, type DocumentJobData, type DocumentReply } from "@platen/queue";
import type { GrantClaims } from "@platen/service-tokens";
import type { LogFields } from "@platen/telemetry";
import { prepareHtml, type Printed, type PrintJob } from "@platen/engine";
import { RenderError } from "@platen/engine/failure";
import { createMetrics } from "./metrics.ts";
import { createRenderDocument, type RenderDependencies } from "./render-document.ts";
import type { FillRequest } from "./template/template-filler.ts";

const requestedAt = Date.UTC(2026, 0, 2);
const claims: GrantClaims = { documentId: "doc_1", projectId: "prj_1", sourceId: "ver_1", preview: false };
const job: DocumentJobData = {
  v: 2,
  documentId: "doc_1",
  projectId: "prj_1",
  sourceId: "ver_1",
  dataJson: '{"name":"Ann"}',
  options: {},
  requestedAt,
  deadlineAt: requestedAt + 30_000,
  grant: "grant",
  replyTo: "gateway-1",
  requestId: "req_1",
};
const source: TemplateSource = {
  sourceId: "ver_1",
  projectId: "prj_1",
  templateName: "Invoice",
  html: "<p>{{name}}",
  css: "p{}",
  settings: {},
};
const printed: Printed = {
  pdf: Buffer.from("%PDF-1.4"),
  pageCount: 3,
  timings: { loadMs: 1, printMs: 2 },
  refused: [],
  incompletePrints: 0,
  blankPrints: 0,
  skippedAmendments: [],
};

type Call = "grant" | "rendering" | "source" | "fill" | "print" | "ours" | "reply" | "report";

/** The orchestrator with a fake at each of its seams. The fakes record their calls in order. */
function createFixture(given: Partial<RenderDependencies> & { claims?: GrantClaims; isOurs?: boolean } = {}) {
  const calls: Call[] = [];
  const replies: { replyTo: string; reply: DocumentReply }[] = [];
  const reports: Parameters<RenderDependencies["outcomes"]["report"]>[0][] = [];
  const fills: FillRequest[] = [];
  const prints: PrintJob[] = [];
  const lines: { message: string; fields: LogFields }[] = [];
  const clock = { now: requestedAt + 1_000 };
  const metrics = createMetrics({ slots: 1 });
  const log = (message: string, fields: LogFields = {}) => void lines.push({ message, fields });
  const { renderDocument, answerFailure } = createRenderDocument({
    grants: {
      verifyGrant() {
        calls.push("grant");
        return given.claims ?? claims;
      },
    },
    sources: {
      async get() {
        calls.push("source");
        return source;
      },
    },
    filler: {
      async fillTemplate(request) {
        calls.push("fill");
        fills.push(request);
        return prepareHtml("<p>Ann", {});
      },
      close: () => Promise.resolve(),
    },
    engine: {
      async print(asked) {
        calls.push("print");
        prints.push(asked);
        return printed;
      },
    },
    replies: {
      async send(replyTo, reply) {
        calls.push("reply");
        replies.push({ replyTo, reply });
      },
    },
    outcomes: {
      report(report) {
        calls.push(report.status === "rendering" ? "rendering" : "report");
        reports.push(report);
      },
    },
    metrics,
    log: { error: log, warn: log, info: log, debug: log },
    now: () => clock.now,
    ...given,
  });
  const withdrawal = new AbortController();
  const context = {
    attempt: 1,
    isLastAttempt: false,
    signal: withdrawal.signal,
    async isOurs() {
      calls.push("ours");
      return given.isOurs ?? true;
    },
  };
  return {
    calls,
    replies,
    reports,
    fills,
    prints,
    lines,
    clock,
    withdrawal,
    answerFailure,
    render: (changes: Partial<DocumentJobData> = {}, attempt = 1) =>
      renderDocument({ ...job, ...changes }, { ...context, attempt }),
    async metric(start: string): Promise<number> {
      const text = await metrics.registry.metrics();
      const line = text.split("\n").find((candidate) => candidate.startsWith(start));
      return Number(line?.split(" ").at(-1) ?? 0);
    },
  };
}

function printing(change: (job: PrintJob) => Promise<Printed>): Pick<RenderDependencies, "engine"> {
  return { engine: { print: change } };
}

const failingWith = (error: unknown) =>
  printing(async () => {
    throw error;
  });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

test("a document is filled, printed, answered and reported once, in this order", async () => {
  const { render, calls, replies, reports } = createFixture();
  await render();
  expect(calls).toEqual(["grant", "rendering", "source", "fill", "print", "ours", "reply", "report"]);
  const sha256 = createHash("sha256").update(printed.pdf).digest("hex");
  const completed = { documentId: "doc_1", pageCount: 3, sizeBytes: 8, sha256, queueMs: 1_000, renderMs: 0 };
  expect(replies).toEqual([
    { replyTo: "gateway-1", reply: { outcome: "completed", ...completed, warnings: [], pdf: printed.pdf } },
  ]);
  expect(reports).toEqual([
    { status: "rendering", grant: "grant", documentId: "doc_1", queueMs: 1_000 },
    { status: "completed", grant: "grant", ...completed },
  ]);
});

test.each<[string, Partial<GrantClaims>]>([
  ["document", { documentId: "doc_2" }],
  ["project", { projectId: "prj_2" }],
  ["template source", { sourceId: "ver_2" }],
])("a job whose grant names another %s reads nothing, fails for good, and is not answered", async (_, other) => {
  const { render, calls } = createFixture({ claims: { ...claims, ...other } });
  const failure = await failureOf(render());
  expect(failure).toBeInstanceOf(PermanentFailure);
  expect(failure).toMatchObject({ cause: { code: "template_unavailable", retryable: false } });
  expect(calls).toEqual(["grant"]);
});

test("a job whose grant cannot be verified fails for good", async () => {
  const refusal = new Error("expired");
  const { render, calls } = createFixture({
    grants: {
      verifyGrant() {
        throw refusal;
      },
    },
  });
  expect(await failureOf(render())).toMatchObject({
    name: "PermanentFailure",
    cause: { code: "template_unavailable", cause: refusal },
  });
  expect(calls).toEqual([]);
});

test("a worker that has lost its job to another one sends neither a reply nor a report", async () => {
  const { render, calls, replies } = createFixture({ isOurs: false });
  expect(await failureOf(render())).toMatchObject({ cause: { code: "cancelled" } });
  expect(calls).toEqual(["grant", "rendering", "source", "fill", "print", "ours"]);
  expect(replies).toEqual([]);
});

test("a document after its deadline is neither rendered nor tried again", async () => {
  const { render, calls, clock } = createFixture();
  clock.now = job.deadlineAt;
  expect(await failureOf(render())).toMatchObject({
    name: "PermanentFailure",
    cause: { code: "render_timeout", stage: "queue" },
  });
  expect(calls).toEqual([]);
});

test("a document that waited too long is not rendered if its template recently took longer than the time left", async () => {
  const fixture = createFixture(
    printing(async () => {
      fixture.clock.now += 2_500;
      return printed;
    }),
  );
  await fixture.render();
  fixture.clock.now = job.deadlineAt - 2_000;
  const failure = await failureOf(fixture.render());
  expect(failure).toMatchObject({ name: "PermanentFailure", cause: { code: "render_timeout", stage: "queue" } });
  expect(fixture.calls.filter((call) => call === "fill")).toHaveLength(1);
});

test("the queue gets a temporary failure as it is, and tries the document again", async () => {
  const crash = new RenderError("browser_crashed");
  expect(await failureOf(createFixture(failingWith(crash)).render())).toBe(crash);
  const failure = await failureOf(createFixture(failingWith(new Error("secret"))).render());
  expect(failure).toMatchObject({ code: "unknown", retryable: true, message: expect.not.stringContaining("secret") });
});

test("a document that fails by its own fault is not tried again", async () => {
  const failure = await failureOf(createFixture(failingWith(new RenderError("document_too_large"))).render());
  expect(failure).toMatchObject({ name: "PermanentFailure", cause: { code: "document_too_large" } });
});

test("a temporary failure is not tried again after the deadline", async () => {
  const fixture = createFixture(
    printing(() => {
      fixture.clock.now = job.deadlineAt;
      return Promise.reject(new RenderError("browser_crashed"));
    }),
  );
  expect(await failureOf(fixture.render())).toBeInstanceOf(PermanentFailure);
});

test("the withdrawal of a document ends its rendering", async () => {
  const fixture = createFixture(
    printing(({ signal }) => {
      fixture.withdrawal.abort(new Error("withdrawn"));
      return Promise.reject(new RenderError("cancelled", { cause: signal.reason }));
    }),
  );
  expect(await failureOf(fixture.render())).toMatchObject({
    cause: { code: "cancelled", cause: { message: "withdrawn" } },
  });
  expect(fixture.replies).toEqual([]);
});

test("a preview is answered but not reported, because it has no document", async () => {
  const { render, replies, reports } = createFixture({ claims: { ...claims, preview: true } });
  await render();
  expect(replies).toHaveLength(1);
  expect(reports).toEqual([]);
});

test("the engine gets the template's title and settings, and the project's id", async () => {
  const { render, fills, prints } = createFixture({
    sources: { get: () => Promise.resolve({ ...source, settings: { language: "de", header: "{{name}}" } }) },
    filler: {
      fillTemplate: (request) => {
        fills.push(request);
        return Promise.resolve(prepareHtml("<p>Ann", { header: "Ann" }));
      },
      close: () => Promise.resolve(),
    },
  });
  await render();
  expect(fills).toEqual([
    {
      sourceId: "ver_1",
      html: source.html,
      css: source.css,
      header: "{{name}}",
      footer: undefined,
      title: "Invoice",
      language: "de",
      dataJson: job.dataJson,
    },
  ]);
  expect(prints).toMatchObject([
    { projectId: "prj_1", document: { html: "<p>Ann", header: "Ann" }, settings: { language: "de" } },
  ]);
});

test("options of a request override the template's settings, and a format overrides width and height", async () => {
  const settings = { width: "4in", height: "6in", title: "Template's" };
  const { render, fills, prints } = createFixture({
    sources: { get: () => Promise.resolve({ ...source, settings }) },
  });
  await render({ options: { format: "A5", title: "Mine" } });
  await render({ options: { width: "2in" } });
  expect(fills[0]?.title).toBe("Mine");
  expect(prints.map((print) => print.settings)).toEqual([
    { format: "A5", title: "Mine" },
    { width: "2in", height: "6in", title: "Template's" },
  ]);
});

test("a PDF has the date of its settings or else of its job, never of the attempt", async () => {
  const { render, prints } = createFixture();
  await render();
  await render({ datedAt: Date.UTC(2020, 0, 1) });
  await render({ datedAt: Date.UTC(2020, 0, 1), options: { creationDate: "2019-05-06T00:00:00Z" } });
  expect(prints.map(({ createdAt }) => createdAt.toISOString().slice(0, 10))).toEqual([
    "2026-01-02",
    "2020-01-01",
    "2019-05-06",
  ]);
});

test("the caller gets warnings about refused requests, and the log names none of their hosts", async () => {
  const refused = [
    { resource: "Image", scheme: "https", host: "anna.example", count: 2 },
    { resource: "Image", scheme: "https", host: "other.example", count: 1 },
  ];
  const { render, replies, lines, metric } = createFixture(printing(() => Promise.resolve({ ...printed, refused })));
  await render();
  expect(replies[0]?.reply).toMatchObject({
    warnings: [
      { code: "resource.blocked", host: "anna.example", count: 2 },
      { code: "resource.blocked", host: "other.example", count: 1 },
    ],
  });
  expect(lines).toMatchObject([{ message: "document", fields: { refused: ["Image https 3"] } }]);
  expect(JSON.stringify(lines)).not.toContain("example");
  expect(await metric('platen_browser_requests_refused_total{resource="Image"')).toBe(3);
});

test("discarded prints and skipped amendments are counted by cause, and the document is answered", async () => {
  const result: Printed = {
    ...printed,
    incompletePrints: 2,
    blankPrints: 1,
    skippedAmendments: ["dates", "characters"],
  };
  const { render, replies, metric } = createFixture(printing(() => Promise.resolve(result)));
  await render();
  expect(replies).toHaveLength(1);
  for (const [series, count] of [
    ['platen_browser_prints_repeated_total{cause="incomplete"', 2],
    ['platen_browser_prints_repeated_total{cause="blank"', 1],
    ['platen_pdf_amendments_skipped_total{what="dates"', 1],
    ['platen_pdf_amendments_skipped_total{what="characters"', 1],
  ] as const) {
    expect([series, await metric(series)]).toEqual([series, count]);
  }
});

test("only the first attempt measures the wait in the queue", async () => {
  const { render, metric } = createFixture();
  await render({}, 2);
  expect(await metric("platen_queue_wait_seconds_count")).toBe(0);
  await render();
  expect(await metric("platen_queue_wait_seconds_sum")).toBe(1);
});

test("each attempt is counted and logged once, with its outcome", async () => {
  const { render, lines, metric } = createFixture();
  await render();
  expect(await metric('platen_render_attempts_total{outcome="completed"')).toBe(1);
  expect(lines.map(({ fields }) => fields)).toMatchObject([{ documentId: "doc_1", pageCount: 3, attempt: 1 }]);

  const failed = createFixture(failingWith(new RenderError("render_failed", { stage: "print" })));
  await failureOf(failed.render());
  expect(await failed.metric('platen_render_attempts_total{outcome="render_failed"')).toBe(1);
  expect(await failed.metric('platen_render_attempts_total{outcome="completed"')).toBe(0);
  expect(failed.lines).toMatchObject([{ fields: { failureCode: "render_failed", failureStage: "print" } }]);
});

test("the failure of a document is sent to the caller, then reported", async () => {
  const { answerFailure, calls, replies, reports } = createFixture();
  await answerFailure(
    job,
    new PermanentFailure("x", { cause: new RenderError("data_invalid", { stage: "template" }) }),
  );
  const failure = expect.objectContaining({ code: "data_invalid", stage: "template", retryable: false });
  expect(replies).toEqual([{ replyTo: "gateway-1", reply: { outcome: "failed", documentId: "doc_1", failure } }]);
  expect(reports).toEqual([{ status: "failed", grant: "grant", documentId: "doc_1", failure }]);
  expect(calls).toEqual(["reply", "grant", "report"]);
});

test("a document that crashes its workers fails with browser_crashed and is not tried again", async () => {
  const { answerFailure, replies } = createFixture();
  await answerFailure(job, new Error("job stalled more than allowable limit"));
  expect(replies[0]?.reply).toMatchObject({ failure: { code: "browser_crashed", retryable: false } });
});

test.each<[string, Partial<GrantClaims>]>([
  ["a preview", { preview: true }],
  ["a job whose grant names another document", { documentId: "doc_2" }],
])("%s that has failed is answered and not reported", async (_, other) => {
  const { answerFailure, replies, reports } = createFixture({ claims: { ...claims, ...other } });
  await answerFailure(job, new RenderError("data_invalid"));
  expect(replies).toHaveLength(1);
  expect(reports).toEqual([]);
});
