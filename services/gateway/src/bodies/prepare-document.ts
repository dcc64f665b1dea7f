import { basename } from "node:path";
import type { operations, PageSettings, ParsedRequest } from "@platen/contracts";
import type { SentJson } from "@platen/http/parse-json";
import {
  packBackgroundInput,
  queuedBytesOf,
  toQueuedText,
  type InlineSource,
  type QueuedData,
} from "@platen/queue/texts";
import { bodyHashOf } from "./body-hash.ts";
import { textOfData } from "./text-of-data.ts";

type GenerateRequest = Pick<ParsedRequest<typeof operations.generateDocument>, "headers" | "body"> & Sent;
type BackgroundRequest = Pick<ParsedRequest<typeof operations.createDocument>, "headers" | "body"> & Sent;
type Sent = { json: SentJson };

type SourceBody = Pick<GenerateRequest["body"], "html" | "css" | "settings" | "filename" | "data">;

/** What a caller sent for a document, as texts, until it is kept. */
export type SentRequest = {
  dataJson: string | undefined;
  html?: string | undefined;
  css?: string | undefined;
  settings?: PageSettings | undefined;
  options?: PageSettings | undefined;
  locale?: string | undefined;
  timeZone?: string | undefined;
};

/** A source in a request, and the bytes that it takes in the queue. */
type PreparedSource = { source: InlineSource; sourceBytes: number };

/** The source that a request brings. HTML without data is no template: braces of other systems may be in it. */
function sourceOf({ html, css = "", settings = {}, filename, data }: SourceBody): InlineSource | undefined {
  if (html === undefined) return undefined;
  const title = filename === undefined ? "Document" : basename(filename, ".pdf");
  return { html, css, settings, title, isTemplate: data !== undefined };
}

/** Prepares a request for a document that its caller waits for. */
export function prepareGenerate({ headers, body, json }: GenerateRequest) {
  const { data, html: _html, css: _css, settings: _settings, ...about } = body;
  const source = sourceOf(body);
  const prepared: PreparedSource | undefined = source && { source, sourceBytes: queuedBytesOf(source) };
  const dataJson = textOfData(json);
  const queued: QueuedData = toQueuedText(dataJson ?? "{}");
  return {
    ...about,
    data: queued,
    hasData: data !== undefined,
    given: prepared,
    bodyHash: bodyHashOf(headers, body, dataJson),
  };
}

/** Prepares a request for a document that no caller waits for: its input is packed for its time in the catalog. */
export function prepareBackground({ headers, body, json }: BackgroundRequest) {
  const { data: _data, html, css, settings, ...about } = body;
  const { options = {}, locale, timeZone } = about;
  const source = sourceOf(body);
  const dataJson = textOfData(json);
  const packed = packBackgroundInput({
    dataJson: dataJson ?? "{}",
    ...(source !== undefined && { source }),
    options,
    ...(locale !== undefined && { locale }),
    ...(timeZone !== undefined && { timeZone }),
  });
  const sent: SentRequest = {
    dataJson,
    html,
    css,
    settings,
    options: about.options,
    locale,
    timeZone,
  };
  return { ...about, ...packed, sent, bodyHash: bodyHashOf(headers, body, dataJson) };
}
