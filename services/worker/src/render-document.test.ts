import { createHash } from "node:crypto";
import { expect, test } from "@jest/globals";
import { dataIssue, type PageSettings } from "@platen/contracts";
import { prepareHtml, type Printed } from "@platen/engine";
import { RenderError } from "@platen/engine/failure";
import { PermanentFailure } from "@platen/queue";
import {
  claims,
  courierGrant,
  createRenderFixture,
  failingWith,
  failureOf,
  job,
  printed,
  printing,
  source,
} from "../proof/render-fixture.ts";
import type { RenderDependencies } from "./render-document.ts";

const lacking: Pick<RenderDependencies, "filler"> = {
  filler: {
    fillTemplate: () =>
      Promise.resolve({
        ...prepareHtml("<p>Ann", {}),
        warnings: [dataIssue({ kind: "missing", path: "n", part: "html", line: 3, column: 7, count: 1 })],
      }),
    close: () => Promise.resolve(),
  },
};

test("a document is filled, printed, answered and reported once, in this order", async () => {
  const { render, calls, replies, reports } = createRenderFixture();
  await render();
  expect(calls).toEqual(["grant", "rendering", "source", "fill", "print", "ours", "reply", "report"]);
  const sha256 = createHash("sha256").update(printed.pdf).digest("hex");
  const completed = { documentId: "doc_1", pageCount: 3, sizeBytes: 8, sha256, queueMs: 1_000, renderMs: 0 };
  expect(replies).toEqual([
    {
      replyTo: "gateway-1",
      reply: { outcome: "completed", ...completed, warnings: [], engine: "chromium-1.2.3.4", pdf: printed.pdf },
    },
  ]);
  expect(reports).toEqual([
    { status: "rendering", grant: "grant", documentId: "doc_1", queueMs: 1_000 },
    { status: "completed", grant: "grant", ...completed, warnings: [] },
  ]);
});

test("a PDF to store is kept before its caller is answered", async () => {
  const { render, calls } = createRenderFixture();
  await render({ store: true });
  expect(calls).toEqual(["grant", "rendering", "source", "fill", "print", "ours", "keep", "reply", "report"]);
});

test("a document whose PDF cannot be kept is not answered with it", async () => {
  const keepPdf = () => Promise.reject(new RenderError("storage_unavailable"));
  const { render, replies } = createRenderFixture({ keepPdf });
  expect(await failureOf(render({ store: true }))).toMatchObject({ code: "storage_unavailable", retryable: true });
  expect(replies).toEqual([]);
});

test("a worker that has lost its job to another one sends neither a reply nor a report", async () => {
  const { render, calls, replies } = createRenderFixture({ isOurs: false });
  expect(await failureOf(render())).toMatchObject({ cause: { code: "cancelled" } });
  expect([calls, replies]).toEqual([["grant", "rendering", "source", "fill", "print", "ours"], []]);
});

test("a document that is only checked is answered by the warnings of its filling, and neither printed nor reported", async () => {
  const { render, calls, replies, reports } = createRenderFixture({ ...lacking, claims: { ...claims, preview: true } });
  await render({ request: { check: "only" } });
  expect(calls).toEqual(["grant", "source", "reply"]);
  expect(replies[0]?.reply).toMatchObject({
    pageCount: 0,
    sizeBytes: 0,
    warnings: [{ code: "data.missing", path: "n" }],
  });
  expect(reports).toEqual([]);
});

const blocked: Printed = { ...printed, refused: [{ resource: "Image", scheme: "https", host: "a.example", count: 1 }] };

test.each<[PageSettings["strict"], "filling" | "printing", object | undefined]>([
  [undefined, "filling", undefined],
  [false, "filling", undefined],
  [true, "filling", { code: "data_invalid", stage: "template", details: [{ path: "html", line: 3, column: 7 }] }],
  [["data.missing"], "filling", { code: "data_invalid", stage: "template" }],
  [["resource.blocked"], "filling", undefined],
  [true, "printing", { code: "render_failed", stage: "print", retryable: false, details: [{ path: "html" }] }],
  [["data.missing"], "printing", undefined],
  [["page.empty", "resource.blocked"], "printing", { code: "render_failed" }],
])("with strict: %j, a document whose %s lacks something ends as %j", async (strict, lacks, failure) => {
  const sources = { get: () => Promise.resolve({ ...source, settings: { strict } }) };
  const lack = lacks === "filling" ? lacking : printing(() => Promise.resolve(blocked));
  const { render, prints } = createRenderFixture({ sources, ...lack });
  if (failure === undefined) await render();
  else expect(await failureOf(render())).toMatchObject({ name: "PermanentFailure", cause: failure });
  expect(prints.length).toBe(lacks === "filling" && failure === undefined ? 1 : 0);
  const preview = createRenderFixture({ sources, ...lack, claims: { ...claims, preview: true } });
  await preview.render();
  expect(preview.replies).toHaveLength(1);
});

test.each([
  [true, false, 1],
  [false, true, 0],
])("a template with strict: %j, whose request says %j, prints %j documents", async (strict, asked, count) => {
  const sources = { get: () => Promise.resolve({ ...source, settings: { strict } }) };
  const { render, prints } = createRenderFixture({ sources, ...lacking });
  await render({ request: { options: { strict: asked } } }).catch(() => undefined);
  expect(prints).toHaveLength(count);
});

test("a preview is answered but not reported, because it has no document", async () => {
  const { render, replies, reports } = createRenderFixture({ claims: { ...claims, preview: true } });
  await render();
  expect(replies).toHaveLength(1);
  expect(reports).toEqual([]);
});

test.each([
  ["document, which names the option of its request", false, "options.pageRanges"],
  ["preview, which names the setting of its draft", true, "settings.pageRanges"],
])("a print that refuses a setting fails its %s", async (_, preview, path) => {
  const details = [{ path: "settings.pageRanges", message: "names no page" }];
  const refused = new RenderError("render_failed", { stage: "print", detail: "settings.pageRanges", details });
  const { render } = createRenderFixture({ ...failingWith(refused), claims: { ...claims, preview } });
  const failure = await failureOf(render({ request: { options: { pageRanges: "9" } } }));
  expect(failure).toMatchObject({ cause: { details: [{ path, message: "names no page" }] } });
});

test.each([
  ["document, which names the option of its request", false, "options.calculated.0.formula"],
  ["preview, which names the setting of its draft", true, "settings.calculated.0.formula"],
])("a formula that the filler refuses fails its %s", async (_, preview, path) => {
  const details = [{ path: "settings.calculated.0.formula", message: "is wrong" }];
  const refused = new RenderError("template_syntax", { stage: "template", detail: "is wrong", details });
  const filler = { fillTemplate: () => Promise.reject(refused), close: () => Promise.resolve() };
  const { render } = createRenderFixture({ filler, claims: { ...claims, preview } });
  const calculated = [{ name: "total", formula: "net +" }];
  const failure = await failureOf(render({ request: { options: { calculated } } }));
  expect(failure).toMatchObject({ cause: { details: [{ path, message: "is wrong" }] } });
});

test("the engine gets the template's title and settings, and the project's id", async () => {
  const { render, fills, prints } = createRenderFixture({
    sources: { get: () => Promise.resolve({ ...source, settings: { language: "de", header: "{{name}}" } }) },
    filler: {
      fillTemplate: (request) => {
        fills.push(request);
        return Promise.resolve({ ...prepareHtml("<p>Ann", { header: "Ann" }), warnings: [] });
      },
      close: () => Promise.resolve(),
    },
  });
  await render();
  expect(fills).toEqual([
    {
      holder: "acc_1",
      sourceId: "ver_1",
      html: source.html,
      css: source.css,
      header: "{{name}}",
      footer: undefined,
      title: "Invoice",
      language: "de",
      dialect: 2,
      timeZone: "UTC",
      currency: undefined,
      dataJson: job.request.dataJson,
    },
  ]);
  expect(prints).toMatchObject([
    { projectId: "prj_1", document: { html: "<p>Ann", header: "Ann" }, settings: { language: "de" } },
  ]);
});

test("a document is printed with its source's library, whose fonts count as installed", async () => {
  const sha256 = "a".repeat(64);
  const library = {
    files: [{ address: "https://assets.invalid/a", sha256, contentType: "image/png", sizeBytes: 1 }],
    fonts: [{ family: "Brand", weight: "400", style: "normal" as const, sha256, sizeBytes: 1 }],
  };
  const sources = { get: () => Promise.resolve({ ...source, library }) };
  const { render, fills, prints } = createRenderFixture({ sources });
  await render();
  expect(fills).toMatchObject([{ ownFonts: ["Brand"] }]);
  expect(prints).toMatchObject([{ library }]);
});

const inline = { html: "<p>{{name}}", css: "i{}", settings: { language: "de" }, title: "receipt" };

test.each([
  [true, 2],
  [false, "none"],
] as const)(
  "a job's own source is printed without the catalog and kept by no cache (template: %s)",
  async (isTemplate, dialect) => {
    const { render, calls, fills, prints } = createRenderFixture({ claims: { ...claims, sourceId: "doc_1" } });
    await render({ sourceId: "doc_1", request: { source: { ...inline, isTemplate }, options: { format: "A5" } } });
    expect(calls).not.toContain("source");
    expect(fills).toMatchObject([
      { sourceId: undefined, html: "<p>{{name}}", css: "i{}", title: "receipt", language: "de", dialect },
    ]);
    expect(prints).toMatchObject([{ settings: { language: "de", format: "A5" } }]);
  },
);

test("options of a request override the template's settings, and a format overrides width and height", async () => {
  const settings = { width: "4in", height: "6in", title: "Template's" };
  const { render, fills, prints } = createRenderFixture({
    sources: { get: () => Promise.resolve({ ...source, settings }) },
  });
  await render({ request: { options: { format: "A5", title: "Mine" } } });
  await render({ request: { options: { width: "2in" } } });
  expect(fills[0]?.title).toBe("Mine");
  expect(prints.map((print) => print.settings)).toEqual([
    { format: "A5", title: "Mine" },
    { width: "2in", height: "6in", title: "Template's" },
  ]);
});

test("a PDF has the date of its settings or else of its job, never of the attempt", async () => {
  const { render, prints } = createRenderFixture();
  await render();
  await render({ request: { datedAt: Date.UTC(2020, 0, 1) } });
  await render({ request: { datedAt: Date.UTC(2020, 0, 1), options: { creationDate: "2019-05-06T00:00:00Z" } } });
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
  const { render, replies, lines, metric } = createRenderFixture(
    printing(() => Promise.resolve({ ...printed, refused })),
  );
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
  const { render, replies, metric } = createRenderFixture(printing(() => Promise.resolve(result)));
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
  const { render, metric } = createRenderFixture();
  await render({}, 2);
  expect(await metric("platen_queue_wait_seconds_count")).toBe(0);
  await render();
  expect(await metric("platen_queue_wait_seconds_sum")).toBe(1);
});

test("each attempt is counted and logged once, with its outcome", async () => {
  const { render, lines, metric } = createRenderFixture();
  await render();
  expect(await metric('platen_render_attempts_total{outcome="completed"')).toBe(1);
  expect(lines.map(({ fields }) => fields)).toMatchObject([{ documentId: "doc_1", pageCount: 3, attempt: 1 }]);

  const failed = createRenderFixture(failingWith(new RenderError("render_failed", { stage: "print" })));
  await failureOf(failed.render());
  expect(await failed.metric('platen_render_attempts_total{outcome="render_failed"')).toBe(1);
  expect(await failed.metric('platen_render_attempts_total{outcome="completed"')).toBe(0);
  expect(failed.lines).toMatchObject([{ fields: { failureCode: "render_failed", failureStage: "print" } }]);
});

test("a background document is kept, reported with its filled name and noted with its time in a slot, and no caller is answered", async () => {
  const { render, calls, fills, notes, prints, replies, reports } = createRenderFixture();
  await render({
    request: { filename: "{{n}}" },
    lane: "background",
    store: true,
    replyTo: undefined,
    grant: courierGrant,
  });
  expect(calls).toEqual(["grant", "rendering", "source", "fill", "print", "ours", "keep", "report"]);
  expect(prints).toMatchObject([{ projectId: "prj_1", lane: "background" }]);
  expect(fills).toMatchObject([{ filename: "{{n}}" }]);
  expect(prints[0]?.document).not.toHaveProperty("filename");
  expect(reports.at(-1)).toMatchObject({
    status: "completed",
    documentId: "doc_1",
    filename: "filled {{n}}",
    content: { contentId: "cnt_1", crc32: 7 },
  });
  expect([notes, replies]).toEqual([[{ documentId: "doc_1", status: "completed", slotMs: 3 }], []]);
});

test("a background document that fails is reported and noted, and no caller is answered", async () => {
  const { answerFailure, notes, replies, reports } = createRenderFixture();
  await answerFailure(
    { ...job, lane: "background", replyTo: undefined, grant: courierGrant },
    new PermanentFailure("x", { cause: new RenderError("data_invalid", { stage: "template" }) }),
  );
  expect(reports).toMatchObject([{ status: "failed", documentId: "doc_1" }]);
  expect([notes, replies]).toEqual([[{ documentId: "doc_1", status: "failed" }], []]);
});

test.each([
  ["goes soon outside a batch", undefined, "awaited"],
  ["shares a call with many others in a batch", "bat_1", "usual"],
])("the report of a background document %s", async (_what, batchId, urgency) => {
  const { render, answerFailure, urgencies, lines } = createRenderFixture();
  const background = { lane: "background", replyTo: undefined, grant: courierGrant, batchId } as const;
  await render({ ...background, store: true });
  expect(lines[0]?.fields["batchId"]).toBe(batchId);
  await answerFailure({ ...job, ...background }, new PermanentFailure("x"));
  expect(urgencies).toEqual([urgency, urgency]);
});

test("the time that background documents take costs no interactive document its start", async () => {
  const fixture = createRenderFixture(
    printing(async () => {
      fixture.clock.now += 2_500;
      return printed;
    }),
  );
  await fixture.render({ lane: "background", store: true, replyTo: undefined, grant: courierGrant });
  fixture.clock.now = job.deadlineAt - 2_000;
  expect(await failureOf(fixture.render())).toBeUndefined();
});
