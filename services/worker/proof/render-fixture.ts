import type { KeptSource } from "../src/template-sources.ts";
import type { RenderRequest } from "@platen/contracts";
import type { DocumentJobData, DocumentReply, DoneNote } from "@platen/queue";
import type { VerifiedGrant } from "@platen/service-tokens";
import type { LogFields } from "@platen/telemetry";
import { noFaults, prepareHtml, type Printed, type PrintJob } from "@platen/engine";
import { createAnswerFailure } from "../src/answer-failure.ts";
import { createMetrics } from "../src/metrics.ts";
import type { ReportOptions } from "../src/outcome-reporter.ts";
import { createRenderDocument, type RenderDependencies } from "../src/render-document.ts";
import type { FillRequest } from "@platen/template-filler";

const requestedAt = Date.UTC(2026, 0, 2);
export const claims: VerifiedGrant = {
  documentId: "doc_1",
  projectId: "prj_1",
  sourceId: "ver_1",
  preview: false,
  issuer: "platen-gateway",
};
/** The grant of a background job. */
export const courierGrant = "signed by the courier";
export const job: DocumentJobData = {
  v: 1,
  documentId: "doc_1",
  projectId: "prj_1",
  accountId: "acc_1",
  sourceId: "ver_1",
  request: { dataJson: '{"name":"Ann"}' },
  requestedAt,
  deadlineAt: requestedAt + 30_000,
  grant: "grant",
  replyTo: "gateway-1",
  requestId: "req_1",
};
export const source: KeptSource = {
  sourceId: "ver_1",
  projectId: "prj_1",
  templateName: "Invoice",
  html: "<p>{{name}}",
  css: "p{}",
  settings: {},
  dialect: 2,
};
export const printed: Printed = {
  pdf: Buffer.from("%PDF-1.4"),
  pageCount: 3,
  timings: { loadMs: 1, printMs: 2 },
  refused: [],
  missingFiles: [],
  refusedFonts: [],
  incompletePrints: 0,
  blankPrints: 0,
  skippedAmendments: [],
  pageFaults: noFaults,
  hasUnknownPageSize: false,
  pictureTexts: 0,
  isScriptPending: false,
};

type Call = "grant" | "rendering" | "source" | "fill" | "print" | "ours" | "keep" | "reply" | "report";

/** The orchestrator with a fake at each of its seams. The fakes record their calls in order. */
export function createRenderFixture(
  given: Partial<RenderDependencies> & { claims?: VerifiedGrant; isOurs?: boolean } = {},
) {
  const calls: Call[] = [];
  const replies: { replyTo: string; reply: DocumentReply }[] = [];
  const reports: Parameters<RenderDependencies["outcomes"]["report"]>[0][] = [];
  /** The urgency of each final report. */
  const urgencies: ReportOptions["urgency"][] = [];
  const notes: DoneNote[] = [];
  const fills: FillRequest[] = [];
  const prints: PrintJob[] = [];
  const lines: { message: string; fields: LogFields }[] = [];
  const clock = { now: requestedAt + 1_000 };
  const metrics = createMetrics({ slots: 1 });
  const log = (message: string, fields: LogFields = {}) => void lines.push({ message, fields });
  const dependencies: RenderDependencies = {
    grants: {
      verifyGrant(token) {
        calls.push("grant");
        return { ...(given.claims ?? claims), ...(token === courierGrant && { issuer: "platen-courier" }) };
      },
    },
    sources: {
      async get() {
        calls.push("source");
        return source;
      },
    },
    assets: {
      libraryOf: (_job, { library }) => library && { ...library, read: () => Promise.reject(new Error("not read")) },
    },
    engineName: () => "chromium-1.2.3.4",
    filler: {
      async fillTemplate(request) {
        calls.push("fill");
        fills.push(request);
        const { filename } = request;
        const named = filename !== undefined && { filename: `filled ${filename}` };
        return { ...prepareHtml("<p>Ann", {}), warnings: [], ...named };
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
    async keepPdf({ lane }) {
      calls.push("keep");
      return lane === "background" ? { contentId: "cnt_1", crc32: 7 } : undefined;
    },
    replies: {
      async send(replyTo, reply) {
        calls.push("reply");
        replies.push({ replyTo, reply });
      },
    },
    outcomes: {
      report(report, { onTaken, urgency } = {}) {
        calls.push(report.status === "rendering" ? "rendering" : "report");
        reports.push(report);
        if (report.status !== "rendering") urgencies.push(urgency);
        onTaken?.();
      },
    },
    sendDoneNote: (note) => void notes.push(note),
    metrics,
    log: { error: log, warn: log, info: log, debug: log },
    now: () => clock.now,
    ...given,
  };
  const renderDocument = createRenderDocument(dependencies);
  const withdrawal = new AbortController();
  const context = {
    attempt: 1,
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
    urgencies,
    notes,
    fills,
    prints,
    lines,
    clock,
    withdrawal,
    answerFailure: createAnswerFailure(dependencies),
    render: (
      { request, ...changes }: Omit<Partial<DocumentJobData>, "request"> & { request?: Partial<RenderRequest> } = {},
      attempt = 1,
    ) => renderDocument({ ...job, ...changes, request: { ...job.request, ...request } }, { ...context, attempt }),
    async metric(start: string): Promise<number> {
      const text = await metrics.registry.metrics();
      const line = text.split("\n").find((candidate) => candidate.startsWith(start));
      return Number(line?.split(" ").at(-1) ?? 0);
    },
  };
}

/** A fixture's engine that prints as told. */
export function printing(change: (job: PrintJob) => Promise<Printed>): Pick<RenderDependencies, "engine"> {
  return { engine: { print: change } };
}

/** A fixture's engine that fails. */
export const failingWith = (error: unknown) =>
  printing(async () => {
    throw error;
  });

/** The error of failing work, or undefined. */
export const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );
