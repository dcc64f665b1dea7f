import { createHash } from "node:crypto";
import type { InlineSource, PageSettings } from "@platen/contracts";
import { accountHolder, serviceHolder } from "@platen/contracts/holder";
import { retries } from "@platen/contracts/retries";
import { localeChain } from "@platen/formats";
import { PermanentFailure, type AttemptContext, type DocumentJobAddress, type DocumentJobData } from "@platen/queue";
import type { DocumentReply, DoneNote, ReplySender } from "@platen/queue";
import type { ServiceTokenVerifier, VerifiedGrant } from "@platen/service-tokens";
import { describeError, event, tracing, type LogFields, type Logger } from "@platen/telemetry";
import type { Engine, Printed } from "@platen/engine";
import { withDeadline } from "./deadline.ts";
import { classify, isNamed, raceAbort, RenderError, toFailure } from "@platen/engine/failure";
import type { Metrics } from "./metrics.ts";
import type { KeepPdf } from "./keep-pdf.ts";
import type { OutcomeReporter, ReportOptions } from "./outcome-reporter.ts";
import { isCatalogAway, nameOption } from "./render-failures.ts";
import { createRenderTimes } from "./render-times.ts";
import type { FillRequest, PackedMessages, TemplateFiller } from "@platen/template-filler";
import type { KeptSource, TemplateSources } from "./template-sources.ts";
import type { SourceAssets } from "./source-assets.ts";
import { recordedWarnings, refuseIncomplete, warningsOf } from "./warnings.ts";

export type RenderDependencies = {
  grants: Pick<ServiceTokenVerifier, "verifyGrant">;
  sources: TemplateSources;
  assets: SourceAssets;
  filler: TemplateFiller;
  engine: Pick<Engine, "print">;
  keepPdf: KeepPdf;
  replies: Pick<ReplySender, "send">;
  outcomes: Pick<OutcomeReporter, "report">;
  /** Tells the feeder of background documents that an outcome was reported. */
  sendDoneNote: (note: DoneNote) => void;
  metrics: Metrics;
  log: Logger;
  /** The time in milliseconds since the epoch. */
  now?: () => number;
};

/**
 * Creates the two handlers of a job. `renderDocument` makes one attempt at it. `answerFailure` answers the caller of a
 * job that has failed for good.
 */
export function createRenderDocument(dependencies: RenderDependencies) {
  const {
    grants,
    sources,
    assets,
    filler,
    engine,
    keepPdf,
    replies,
    outcomes,
    sendDoneNote,
    metrics,
    log,
    now = Date.now,
  } = dependencies;
  const times = createRenderTimes();

  async function renderDocument(job: DocumentJobData, context: AttemptContext): Promise<void> {
    const startedAt = now();
    const queueMs = Math.max(0, startedAt - job.requestedAt);
    // A background document waits on purpose.
    if (context.attempt === 1 && job.lane !== "background") metrics.queueWaitSeconds.observe(queueMs / 1_000);
    const span = tracing.open({ name: "render document", kind: "consumer", parent: job.trace });
    const fields: LogFields = {
      requestId: job.requestId,
      ...(span && { traceId: span.traceId }),
      projectId: job.projectId,
      documentId: job.documentId,
      sourceId: job.sourceId,
      ...(job.batchId !== undefined && { batchId: job.batchId }),
      attempt: context.attempt,
      queueMs,
    };
    const tryOnce = () =>
      withDeadline(job.deadlineAt - startedAt, context.signal, (signal) =>
        attempt(job, { signal, isOurs: context.isOurs }, startedAt, queueMs),
      );
    await event.run(fields, async () => {
      try {
        await (span ? span.run(tryOnce) : tryOnce());
        metrics.attempts.inc({ outcome: "completed" });
      } catch (thrown) {
        const error = classify(thrown);
        metrics.attempts.inc({ outcome: error.code });
        event.add({ failureCode: error.code, failureStage: error.stage });
        // The message of a syntax error quotes the template. The document's record has it.
        if (error.code !== "template_syntax") event.add(describeError(error));
        // A retry helps neither a document at fault nor a document whose deadline has passed.
        const isTooLate = now() >= job.deadlineAt || (error.code === "render_timeout" && error.stage === "queue");
        // The catalog may come back. A document that fails three times otherwise does so by itself.
        const isTried = context.attempt >= retries.renders && error.code !== "template_unavailable";
        if (!error.retryable || isTooLate || isTried) throw new PermanentFailure(error.code, { cause: error });
        throw error;
      } finally {
        const isWritten = "failureCode" in fields || log.isSampled?.(job.requestId) !== false;
        if (isWritten) log.info("document", { ...fields, durationMs: now() - startedAt });
        span?.end({ fields, isFailed: "failureCode" in fields });
      }
    });
  }

  async function attempt(
    job: DocumentJobData,
    { signal, isOurs }: Pick<AttemptContext, "signal" | "isOurs">,
    startedAt: number,
    queueMs: number,
  ): Promise<void> {
    const { documentId, grant, projectId, request, requestedAt, deadlineAt } = job;
    const holder = accountHolder(job.accountId);
    // Documents that bring their source are compared with others of their project.
    const sourceId = request.source ? projectId : job.sourceId;
    if (times.isTooLate({ sourceId, requestedAt, deadlineAt }, startedAt))
      throw new RenderError("render_timeout", { stage: "queue" });

    const { preview } = openGrant(job);
    if (!preview) outcomes.report({ status: "rendering", grant, documentId, queueMs });
    const source = request.source ? sourceOf(request.source) : templateSourceOf(job, await sources.get(job, signal));
    const library = assets.libraryOf(job, source);
    const settings: PageSettings = overridden(source.settings, request.options);
    const filled: FillRequest = {
      // Background documents share the part of one account: they leave a process to those that callers wait for.
      holder: job.lane ? serviceHolder(job.lane) : holder,
      sourceId: source.sourceId,
      html: source.html,
      css: source.css,
      header: settings.header,
      footer: settings.footer,
      title: settings.title ?? source.title,
      language: request.locale ?? settings.language,
      places: source.places && placesIn(settings, source.settings, source.places),
      dialect: source.dialect,
      timeZone: request.timeZone ?? settings.timeZone ?? "UTC",
      currency: settings.currency,
      ownFonts: library?.fonts.map(({ family }) => family),
      messages: source.messages && messagesFor(source.messages, request.locale ?? settings.language),
      filename: request.filename,
      dataJson: request.dataJson,
    };
    const {
      warnings: filling,
      filename,
      ...document
    } = await timed("template", () => filler.fillTemplate(filled, signal));
    // An author looks at a preview to see what it lacks.
    const strict = { strict: preview ? false : settings.strict };
    refuseIncomplete(strict, filling, "template");
    if (request.check !== undefined) {
      const checked = {
        documentId,
        pageCount: 0,
        sizeBytes: 0,
        sha256: sha256Of(noPdf),
        queueMs,
        renderMs: now() - startedAt,
      };
      const reply = { outcome: "completed", ...checked, warnings: filling, pdf: noPdf } as const;
      await answer(job, reply);
      return;
    }
    const printing = engine.print({
      projectId,
      holder,
      lane: job.lane,
      document,
      settings,
      library,
      // The time of the request, not of this attempt: a second attempt makes the same bytes.
      createdAt: new Date(settings.creationDate ?? request.datedAt ?? requestedAt),
      signal,
    });
    // The options of a preview are the settings of its draft.
    const printed = await printing.catch((error: unknown) => {
      throw preview ? error : nameOption(error, request.options);
    });
    observe(printed);
    const warnings = [...filling, ...warningsOf(printed, () => source.html + source.css)];
    refuseIncomplete(strict, warnings, "print");
    // Another worker may have taken the job over and replied. Its caller must not get a second reply.
    if (!(await raceAbort(isOurs(), { signal, stage: "print" })))
      throw new RenderError("cancelled", { stage: "print" });

    const { pdf, pageCount } = printed;
    const renderMs = now() - startedAt;
    // A background document gives way to others, which says nothing about what the template takes.
    if (job.lane === undefined) times.add(sourceId, renderMs);
    const completed = {
      documentId,
      pageCount,
      sizeBytes: pdf.byteLength,
      sha256: sha256Of(pdf),
      queueMs,
      renderMs,
    };
    // Before the reply: a caller who has the answer can download the PDF.
    const content = job.store && (await timed("store", () => keepPdf(job, { pdf, sha256: completed.sha256 }, signal)));
    const reply = { outcome: "completed", ...completed, warnings, pdf } as const;
    await answer(job, reply);
    for (const { code } of warnings) metrics.warnings.inc({ code });
    if (!preview) {
      outcomes.report(
        { status: "completed", grant, ...completed, warnings: recordedWarnings(warnings), filename, content },
        whenTaken(job, { status: "completed", slotMs: printed.timings.loadMs + printed.timings.printMs }),
      );
    }
    event.add({ pageCount, sizeBytes: pdf.byteLength, renderMs });
  }

  /** Sends the reply of a document that a caller waits for. */
  async function answer({ replyTo }: DocumentJobAddress, reply: DocumentReply): Promise<void> {
    if (replyTo !== undefined) await tracing.span({ name: "reply" }, () => replies.send(replyTo, reply));
  }

  /** What follows when the catalog has the outcome of a background document. */
  function whenTaken(
    { documentId, lane, batchId }: DocumentJobAddress,
    outcome: Omit<DoneNote, "documentId">,
  ): ReportOptions {
    if (lane !== "background") return {};
    const onTaken = () => sendDoneNote({ documentId, ...outcome });
    return { onTaken, urgency: batchId === undefined ? "awaited" : "gathered" };
  }

  /**
   * Reads what the job may access from its grant, which the gateway or, for a document that no caller waits for, the courier
   * has signed. The job's own data must agree with it.
   */
  function openGrant(job: DocumentJobAddress & Partial<Pick<DocumentJobData, "sourceId" | "request">>): VerifiedGrant {
    let claims: VerifiedGrant;
    try {
      claims = grants.verifyGrant(job.grant);
    } catch (error) {
      throw new RenderError("template_unavailable", { stage: "template", retryable: false, cause: error });
    }
    const agrees =
      claims.documentId === job.documentId &&
      claims.projectId === job.projectId &&
      (claims.issuer === "platen-courier") === (job.lane === "background") &&
      (job.sourceId === undefined || claims.sourceId === job.sourceId) &&
      // Only the grant of a document without a template lets a job bring its own source.
      (job.request?.source === undefined || claims.sourceId === job.documentId);
    if (!agrees) throw new RenderError("template_unavailable", { stage: "template", retryable: false });
    return claims;
  }

  async function timed<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const result = await tracing.span({ name: stage }, work);
    const durationMs = performance.now() - startedAt;
    metrics.stageSeconds.observe({ stage }, durationMs / 1_000);
    event.add({ [`${stage}Ms`]: Math.round(durationMs * 10) / 10 });
    return result;
  }

  function observe(printed: Printed): void {
    const { timings, refused, missingFiles, incompletePrints, blankPrints, skippedAmendments } = printed;
    const printedAt = now();
    const loadedAt = printedAt - timings.printMs;
    tracing.past({ name: "load" }, loadedAt - timings.loadMs, loadedAt);
    tracing.past({ name: "print" }, loadedAt, printedAt);
    for (const [stage, durationMs] of [
      ["load", timings.loadMs],
      ["print", timings.printMs],
    ] as const) {
      metrics.stageSeconds.observe({ stage }, durationMs / 1_000);
      event.add({ [`${stage}Ms`]: Math.round(durationMs * 10) / 10 });
    }
    for (const [cause, prints] of Object.entries({ incomplete: incompletePrints, blank: blankPrints })) {
      if (prints === 0) continue;
      metrics.repeatedPrints.inc({ cause }, prints);
      event.add({ [`${cause}Prints`]: prints });
    }
    for (const amendment of skippedAmendments) metrics.skippedAmendments.inc({ what: amendment });
    if (skippedAmendments.length > 0) event.add({ skippedAmendments });
    for (const { resource, count } of [...refused, ...missingFiles]) metrics.refusedRequests.inc({ resource }, count);
    if (refused.length > 0) event.add({ refused: withoutHosts(refused) });
    if (missingFiles.length > 0) event.add({ missingFiles: missingFiles.reduce((sum, { count }) => sum + count, 0) });
  }

  /** Answers the gateway that waits for a job that has failed for good. */
  async function answerFailure(job: DocumentJobAddress, thrown: unknown): Promise<void> {
    const error = lastFailure(thrown);
    const { documentId, grant } = job;
    const failure = toFailure(error);
    log.info("document failed", {
      requestId: job.requestId,
      projectId: job.projectId,
      documentId,
      failureCode: error.code,
    });
    await answer(job, { outcome: "failed", documentId, failure });
    try {
      if (openGrant(job).preview) return;
    } catch {
      // The catalog takes no report without a valid grant.
      return;
    }
    const away = isCatalogAway(error) && { isCatalogAway: true };
    outcomes.report({ status: "failed", grant, documentId, failure, ...away }, whenTaken(job, { status: "failed" }));
  }

  return { renderDocument, answerFailure };
}

type Source = Pick<FillRequest, "sourceId" | "html" | "css" | "title" | "dialect"> & {
  settings: PageSettings;
  messages?: PackedMessages | undefined;
  library?: KeptSource["library"];
  places?: KeptSource["places"];
};

/** The source that a job brings. It has no id: no cache keeps what may never come again. */
function sourceOf({ isTemplate, ...source }: InlineSource): Source {
  return { ...source, sourceId: undefined, dialect: isTemplate ? 2 : "none" };
}

function templateSourceOf({ sourceId }: DocumentJobData, source: KeptSource): Source {
  const { html, css, settings, templateName: title, dialect, messages, places, library } = source;
  return { sourceId, html, css, settings, title, dialect, messages, places, library };
}

/** The places of a source's texts, without those of a header or footer that the request replaces. */
function placesIn(settings: PageSettings, own: PageSettings, places: NonNullable<KeptSource["places"]>) {
  const { "settings.header": header, "settings.footer": footer, ...others } = places;
  return {
    ...others,
    ...(header && settings.header === own.header && { "settings.header": header }),
    ...(footer && settings.footer === own.footer && { "settings.footer": footer }),
  };
}

const sha256Of = (pdf: Uint8Array) => createHash("sha256").update(pdf).digest("hex");

/** What a checked document has in place of a PDF. */
const noPdf = Buffer.alloc(0);

/** Describes refused requests for the log, without their hosts, which may name a person. */
function withoutHosts(refused: Printed["refused"]): string[] {
  const counts = new Map<string, number>();
  for (const { resource, scheme, count } of refused) {
    const what = `${resource} ${scheme}`;
    counts.set(what, (counts.get(what) ?? 0) + count);
  }
  return [...counts].map(([what, count]) => `${what} ${count}`);
}

/**
 * Finds the failure of a job. BullMQ itself fails a job that stalled too often; its error then is the cause of a crash.
 */
function lastFailure(thrown: unknown): RenderError {
  if (isNamed(thrown, "PermanentFailure") && thrown instanceof Error) return classify(thrown.cause);
  const isStalled = thrown instanceof Error && /stalled|started more than/i.test(thrown.message);
  return isStalled ? new RenderError("browser_crashed", { retryable: false, cause: thrown }) : classify(thrown);
}

/** The texts that a document of a language may print. Without a language, the process reads it from the HTML. */
function messagesFor({ defaultLocale, languages }: PackedMessages, locale: string | undefined): PackedMessages {
  if (locale === undefined) return { defaultLocale, languages };
  const chain = new Set(localeChain(locale, defaultLocale));
  const used = Object.entries(languages).filter(([language]) => chain.has(language));
  return { defaultLocale, languages: Object.fromEntries(used) };
}

/** Merges a request's options into the template's settings. A format in the options replaces width and height too. */
function overridden(settings: PageSettings, options: PageSettings = {}): PageSettings {
  const { width: _width, height: _height, ...others } = settings;
  if (options.format !== undefined && options.width === undefined) return { ...others, ...options };
  return { ...settings, ...options };
}
