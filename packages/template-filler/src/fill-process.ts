import { parseExactJson } from "@platen/contracts/exact-json";
import { createEvaluator, localeChain, type MessageTable } from "@platen/formats";
import { escapeHtml, type Part } from "@platen/mustache";
import { serveTasks } from "@platen/process-pool/serve-tasks";
import { LRUCache } from "lru-cache";
import { classify, RenderError, toFailure } from "@platen/engine/failure";
import { readKnownFonts } from "@platen/engine/known-fonts";
import { prepareHtml } from "@platen/engine/prepare-html";
import { compileDocument, type CompiledTemplate } from "./compile-template.ts";
import type { Filled, FillReply, FillRequest, FillSettings, PackedMessages } from "./fill-message.ts";
import { createCalculations } from "./calculations.ts";
import { createDataIssues } from "./data-issues.ts";
import { fillMetadata } from "./fill-metadata.ts";
import { safeFilename } from "./filled-filename.ts";
import { fillTemplate, parseTemplate, refuseWrongFormats, type WrittenText } from "./mustache-template.ts";
import { parsePlainText } from "./plain-text.ts";
import { maxFonts, replacedFonts } from "./replaced-fonts.ts";

/** What a parsed part takes in memory, in characters. A template may be nothing but tags. */
const partLength = 200;

type KeptSource = {
  compiled: CompiledTemplate;
  style: string;
  length: number;
  replacedFonts: readonly string[];
};

type KeptTexts = { texts: Readonly<Record<string, string>>; length: number };

type KeptPiece = { parts: Part[]; replacedFonts: readonly string[] };

serveTasks(({ maxOutputLength, maxCachedTemplates, maxCachedLength, knownFontsPath }: FillSettings) => {
  const fonts = knownFontsPath === undefined ? undefined : readKnownFonts(knownFontsPath);
  const calculations = createCalculations();
  const limits = { max: maxCachedTemplates, maxSize: maxCachedLength };
  const sources = new LRUCache<string, KeptSource>({ ...limits, sizeCalculation: ({ length }) => length });
  const languages = new LRUCache<string, KeptTexts>({ ...limits, sizeCalculation: ({ length }) => length });
  // A request may bring its own header and footer, so the text is their key.
  const pieces = new LRUCache<string, KeptPiece>({
    ...limits,
    sizeCalculation: ({ parts }, key) => sizeOf(parts, key),
  });

  function sourceOf({ sourceId, html, css, dialect, currency, places, ownFonts }: FillRequest): KeptSource {
    const kept = sourceId === undefined ? undefined : sources.get(sourceId);
    if (kept) return kept;
    // `<\/` means `</` to CSS and does not end the element.
    const style = css === "" ? "" : `<style>${css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
    const compiled = compileDocument(html, dialect, places?.["html"]);
    const source = {
      compiled,
      style,
      length: sizeOf(compiled.parts, html) + css.length,
      replacedFonts: fontsReplacedIn(html, css, ownFonts),
    };
    if (sourceId !== undefined) sources.set(sourceId, source);
    else if (dialect !== "none") refuseWrongFormats({ path: "html", source: html }, { currency });
    return source;
  }

  function pieceOf(written: WrittenText, request: FillRequest, kind: "markup" | "plain"): KeptPiece {
    const { sourceId, dialect, currency } = request;
    const { source } = written;
    const create = () =>
      kind === "plain"
        ? { parts: parsePlainText(written, dialect), replacedFonts: [] }
        : { parts: parseTemplate(written, dialect), replacedFonts: fontsReplacedIn(source) };
    if (sourceId === undefined) {
      const piece = create();
      if (dialect !== "none") refuseWrongFormats(written, { currency });
      return piece;
    }
    const key = `${kind}${dialect}${source}`;
    const kept = pieces.get(key);
    if (kept) return kept;
    const piece = create();
    pieces.set(key, piece);
    return piece;
  }

  function textsOf(json: string, key: string): KeptTexts["texts"] {
    const kept = languages.get(key);
    if (kept) return kept.texts;
    // The worker packed texts by their keys.
    const texts = JSON.parse(json) as KeptTexts["texts"];
    languages.set(key, { texts, length: json.length + 1 });
    return texts;
  }

  /** The texts in the languages that a document of a locale may print. */
  function messagesIn(locale: string, packed: PackedMessages, sourceId: string | undefined): MessageTable {
    const { defaultLocale } = packed;
    const chain = new Set(localeChain(locale, defaultLocale));
    const used = Object.entries(packed.languages).filter(([language]) => chain.has(language));
    const unpacked = used.map(([language, json]) => [language, textsOf(json, `${sourceId} ${language}`)] as const);
    return { defaultLocale, languages: Object.fromEntries(unpacked) };
  }

  /** A header or footer is a document of its own, without the fonts of the library. */
  function fontsReplacedIn(html: string, css = "", ownFonts: readonly string[] = []): string[] {
    if (!fonts) return [];
    const own = ownFonts.map((family) => family.toLowerCase());
    return replacedFonts(html, css, own.length === 0 ? fonts.families : new Set([...fonts.families, ...own]));
  }

  /** Fills and prepares a document. The limit holds for all its texts together. */
  function fill(request: FillRequest): Filled {
    const { compiled, style, ...source } = sourceOf(request);
    const replaced = new Set(source.replacedFonts);
    const title = compiled.hasTitle ? "" : titleElement(request.title, compiled.mayFollowText);
    const { timeZone, currency, html, header, footer, metadata, messages } = request;
    const locale = request.language ?? compiled.language ?? messages?.defaultLocale ?? "en";
    // The texts of translations are in a language, whether or not the request or the template names one.
    const written = messages ? locale : request.language;
    const language = written ? ` lang="${escapeHtml(written)}"` : "";
    const placeholders = { head: title + style, language };
    const issues = createDataIssues();
    const data = calculations.addTo(readData(request.dataJson), request.calculated, issues);
    let noteText: ReturnType<typeof issues.noteTextIn> | undefined;
    const evaluator = createEvaluator({
      locale,
      timeZone,
      currency,
      messages: messages && messagesIn(locale, messages, request.sourceId),
      onMessageIssue: (issue, tag) => noteText?.(issue, tag),
    });
    let usedLength = 0;
    function fillNext(parts: readonly Part[], written: WrittenText): string {
      const options = { maxOutputLength, usedLength, placeholders, evaluator, onIssue: issues.noteIn(written) };
      noteText = issues.noteTextIn(written);
      const text = fillTemplate(parts, data, options, written);
      usedLength += text.length;
      // Unpaired surrogates cannot be sent to the browser.
      return text.toWellFormed();
    }
    const writtenText = (path: string, source: string) => ({ path, source, places: request.places?.[path] });
    function fillPiece(source: string, path: string, kind: "markup" | "plain"): string {
      const written = writtenText(path, source);
      const piece = pieceOf(written, request, kind);
      for (const font of piece.replacedFonts) replaced.add(font);
      return fillNext(piece.parts, written);
    }
    function fillFilename(source: string): string | undefined {
      const written = writtenText("filename", source);
      // The name is a template, also of HTML that is printed as it is.
      return safeFilename(fillNext(parsePlainText(written, 2), written));
    }
    const document = prepareHtml(fillNext(compiled.parts, writtenText("html", html)), {
      header: header && fillPiece(header, "settings.header", "markup"),
      footer: footer && fillPiece(footer, "settings.footer", "markup"),
      metadata: metadata && fillMetadata(metadata, (text, path) => fillPiece(text, path, "plain")),
    });
    const filename = request.filename === undefined ? undefined : fillFilename(request.filename);
    const texts = [document.html, document.header ?? "", document.footer ?? ""];
    return {
      document,
      filename,
      issues: issues.list(),
      // The worker does not read which characters the fonts of a library have.
      lackingCharacters: request.ownFonts?.length ? [] : (fonts?.lacking(texts) ?? []),
      replacedFonts: [...replaced].slice(0, maxFonts),
    };
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
    return parseExactJson(dataJson);
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
