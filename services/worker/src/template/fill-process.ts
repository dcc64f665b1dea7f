import type { DataIssue } from "@platen/contracts";
import { createEvaluator } from "@platen/formats";
import { escapeHtml, type Dialect, type Part } from "@platen/mustache";
import { serveTasks } from "@platen/process-pool/serve-tasks";
import { LRUCache } from "lru-cache";
import { classify, RenderError, toFailure } from "@platen/engine/failure";
import { prepareHtml, type PreparedHtml } from "@platen/engine/prepare-html";
import { compileDocument, type CompiledTemplate } from "./compile-template.ts";
import type { FillReply, FillRequest, FillSettings } from "./fill-message.ts";
import { createDataIssues } from "./data-issues.ts";
import { fillTemplate, parseTemplate } from "./mustache-template.ts";

/** What a parsed part takes in memory, in characters. A template may be nothing but tags. */
const partLength = 200;

type KeptSource = { compiled: CompiledTemplate; style: string; length: number };

serveTasks(({ maxOutputLength, maxCachedTemplates, maxCachedLength }: FillSettings) => {
  const limits = { max: maxCachedTemplates, maxSize: maxCachedLength };
  const sources = new LRUCache<string, KeptSource>({ ...limits, sizeCalculation: ({ length }) => length });
  // A request may bring its own header and footer, so the text is their key.
  const pieces = new LRUCache<string, Part[]>({ ...limits, sizeCalculation: sizeOf });

  function sourceOf({ sourceId, html, css, dialect }: FillRequest): KeptSource {
    const kept = sources.get(sourceId);
    if (kept) return kept;
    // `<\/` means `</` to CSS and does not end the element.
    const style = css === "" ? "" : `<style>${css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
    const compiled = compileDocument(html, dialect);
    const source = { compiled, style, length: sizeOf(compiled.parts, html) + css.length };
    sources.set(sourceId, source);
    return source;
  }

  function partsOf(source: string, path: string, dialect: Dialect): Part[] {
    const key = `${dialect}${source}`;
    const kept = pieces.get(key);
    if (kept) return kept;
    const parts = parseTemplate(source, { path, dialect });
    pieces.set(key, parts);
    return parts;
  }

  /** Fills and prepares a document. The limit holds for all its texts together. */
  function fill(request: FillRequest): { document: PreparedHtml; issues: DataIssue[] } {
    const { compiled, style } = sourceOf(request);
    const data = readData(request.dataJson);
    const title = compiled.hasTitle ? "" : titleElement(request.title, compiled.mayFollowText);
    const { dialect, timeZone, currency, html, header, footer, messages } = request;
    const locale = request.language ?? compiled.language ?? messages?.defaultLocale ?? "en";
    // The texts of translations are in a language, whether or not the request or the template names one.
    const written = messages ? locale : request.language;
    const language = written ? ` lang="${escapeHtml(written)}"` : "";
    const placeholders = { head: title + style, language };
    const issues = createDataIssues();
    let noteText: ReturnType<typeof issues.noteTextIn> | undefined;
    const evaluator = createEvaluator({
      locale,
      timeZone,
      currency,
      messages,
      onMessageIssue: (issue, tag) => noteText?.(issue, tag),
    });
    let usedLength = 0;
    function fillNext(parts: readonly Part[], path: string, source: string): string {
      const options = { maxOutputLength, usedLength, placeholders, evaluator, onIssue: issues.noteIn(path, source) };
      noteText = issues.noteTextIn(path, source);
      const text = fillTemplate(parts, data, options, { path, source });
      usedLength += text.length;
      // Unpaired surrogates cannot be sent to the browser.
      return text.toWellFormed();
    }
    function fillPiece(source: string | undefined, path: string): string | undefined {
      return source && fillNext(partsOf(source, path, dialect), path, source);
    }
    const document = prepareHtml(fillNext(compiled.parts, "html", html), {
      header: fillPiece(header, "settings.header"),
      footer: fillPiece(footer, "settings.footer"),
    });
    return { document, issues: issues.list() };
  }

  return (request: FillRequest): FillReply => {
    try {
      return { ok: true, ...fill(request) };
    } catch (error) {
      return { ok: false, failure: toFailure(classify(error)) };
    }
  };
});

/** The size of a parsed text in a cache. */
function sizeOf(parts: readonly Part[], source: string): number {
  return source.length + 1 + partLength * countParts(parts);
}

function countParts(parts: readonly Part[]): number {
  return parts.reduce((count, part) => count + (part.kind === "section" ? countParts(part.parts) : 0), parts.length);
}

function readData(dataJson: string): unknown {
  try {
    return JSON.parse(dataJson);
  } catch (error) {
    throw new RenderError("data_invalid", { stage: "template", cause: error });
  }
}

/**
 * The title for a document without one. Chromium ignores text with a direction of its own when it determines the
 * document's direction.
 */
function titleElement(title: string, mayFollowText: boolean): string {
  return `<title${mayFollowText ? ' dir="ltr"' : ""}>${escapeHtml(title)}</title>`;
}
