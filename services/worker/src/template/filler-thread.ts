import { parentPort, workerData } from "node:worker_threads";
import { LRUCache } from "lru-cache";
import { classify } from "../failure/classify.ts";
import { compileDocument, parseTemplate, type CompiledTemplate, type Part } from "./compile-template.ts";
import { escapeHtml, fillParts } from "./fill-parts.ts";
import type { FilledTemplate, FillerThreadOptions, FillReply, FillRequest } from "./filler-message.ts";

// Given by createTemplateFiller, which starts this thread.
const { maxOutputLength, maxCachedTemplates, maxCachedLength } = workerData as FillerThreadOptions;
const limits = { max: maxCachedTemplates, maxSize: maxCachedLength };

const documents = new LRUCache<string, { compiled: CompiledTemplate; length: number }>({
  ...limits,
  sizeCalculation: ({ length }) => length + 1,
});
// Headers and footers may come with the request, so they are known by their text alone.
const pieces = new LRUCache<string, Part[]>({ ...limits, sizeCalculation: (_, source) => source.length + 1 });

function compiledDocument(sourceId: string, html: string): CompiledTemplate {
  const known = documents.get(sourceId);
  if (known) return known.compiled;
  const compiled = compileDocument(html);
  documents.set(sourceId, { compiled, length: html.length });
  return compiled;
}

function fillPiece(source: string | undefined, path: string, data: unknown): string | undefined {
  if (source === undefined) return undefined;
  let parts = pieces.get(source);
  if (!parts) {
    parts = parseTemplate(source, path);
    pieces.set(source, parts);
  }
  return fillParts(parts, data, { maxOutputLength });
}

function fill(request: FillRequest): FilledTemplate {
  const { parts, hasTitle } = compiledDocument(request.sourceId, request.html);
  const title = hasTitle ? "" : `<title>${escapeHtml(request.title)}</title>`;
  // `<\/` means `</` to CSS and does not end the element.
  const style = request.css === "" ? "" : `<style>${request.css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
  const html = fillParts(parts, request.data, {
    maxOutputLength,
    head: title + style,
    ...(request.language !== undefined && { language: request.language }),
  });
  return {
    // Unpaired surrogates cannot travel to the browser.
    html: html.toWellFormed(),
    header: fillPiece(request.header, "settings.header", request.data)?.toWellFormed(),
    footer: fillPiece(request.footer, "settings.footer", request.data)?.toWellFormed(),
  };
}

parentPort?.on("message", (request: FillRequest) => {
  let reply: FillReply;
  try {
    reply = { ok: true, filled: fill(request) };
  } catch (error) {
    const { code, message, details } = classify(error);
    reply = { ok: false, failure: { code, message, details } };
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(reply);
});
