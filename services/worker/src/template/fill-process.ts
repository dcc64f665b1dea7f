import { parentPort, workerData } from "node:worker_threads";
import { escapeHtml, type Part } from "@platen/mustache";
import { LRUCache } from "lru-cache";
import { classify, RenderError } from "@platen/engine/failure";
import { compileDocument, type CompiledTemplate } from "./compile-template.ts";
import type {
  FilledTemplate,
  FillerThreadOptions,
  FillMessage,
  FillReply,
  TemplateText,
  ThreadMessage,
} from "./filler-message.ts";
import { fillTemplate, parseTemplate } from "./mustache-template.ts";
import { processorMs } from "./processor-ms.ts";

// createTemplateFiller starts this thread and gives it these options.
const { maxOutputLength, maxCachedTemplates, maxCachedLength } = workerData as FillerThreadOptions;
const limits = { max: maxCachedTemplates, maxSize: maxCachedLength };

type KeptSource = { compiled: CompiledTemplate; style: string; length: number };
const sources = new LRUCache<string, KeptSource>({ ...limits, sizeCalculation: ({ length }) => length + 1 });
// A request may bring its own header and footer, so the text is their key.
const pieces = new LRUCache<string, Part[]>({ ...limits, sizeCalculation: (_, source) => source.length + 1 });

function keep(sourceId: string, { html, css }: TemplateText): KeptSource {
  // `<\/` means `</` to CSS and does not end the element.
  const style = css === "" ? "" : `<style>${css.replaceAll(/<\/(?=style)/gi, "<\\/")}</style>`;
  const source = { compiled: compileDocument(html), style, length: html.length + css.length };
  sources.set(sourceId, source);
  return source;
}

function fillPiece(source: string | undefined, path: string, data: unknown): string | undefined {
  if (source === undefined) return undefined;
  let parts = pieces.get(source);
  if (!parts) {
    parts = parseTemplate(source, path);
    pieces.set(source, parts);
  }
  return fillTemplate(parts, data, { maxOutputLength });
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

function fill(
  { compiled: { parts, hasTitle, mayFollowText }, style }: KeptSource,
  message: FillMessage,
): FilledTemplate {
  const data = readData(message.dataJson);
  const title = hasTitle ? "" : titleElement(message.title, mayFollowText);
  const language = message.language ? ` lang="${escapeHtml(message.language)}"` : "";
  const html = fillTemplate(parts, data, { maxOutputLength, slots: { head: title + style, language } });
  return {
    // Unpaired surrogates cannot be sent to the browser.
    html: html.toWellFormed(),
    header: fillPiece(message.header, "settings.header", data)?.toWellFormed(),
    footer: fillPiece(message.footer, "settings.footer", data)?.toWellFormed(),
  };
}

function answer(message: FillMessage): FillReply {
  const { sourceId } = message;
  try {
    const source = sources.get(sourceId) ?? (message.source && keep(sourceId, message.source));
    return source ? { ok: true, filled: fill(source, message) } : { ok: false, needsSource: true };
  } catch (error) {
    const { code, message: text, details } = classify(error);
    return { ok: false, needsSource: false, failure: { code, message: text, details } };
  }
}

function post(reply?: FillReply): void {
  const message: ThreadMessage = { reply, processorMs: processorMs(process.threadCpuUsage()) };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message);
}

parentPort?.on("message", (message: FillMessage) => {
  post(answer(message));
});
post();
