import { basename } from "node:path";
import {
  outputs,
  splitRenderOptions,
  type InlineSource,
  type operations,
  type ParsedRequest,
  type RenderRequest,
} from "@platen/contracts";
import type { SentJson } from "@platen/http/parse-json";
import { packBackgroundInput, queuedBytesOf } from "@platen/queue/texts";
import type { SentRequest } from "../kept-requests/sent-request.ts";
import { bodyHashOf } from "./body-hash.ts";
import { textOfData } from "./text-of-data.ts";

type GenerateRequest = Pick<ParsedRequest<typeof operations.generateDocument>, "headers" | "body"> & Sent;
type BackgroundRequest = Pick<ParsedRequest<typeof operations.createDocument.key>, "headers" | "body"> & Sent;
type Sent = { json: SentJson };

type SourceBody = Pick<GenerateRequest["body"], "html" | "css" | "settings" | "filename" | "data">;

/** The source that a request brings. HTML without data is no template: braces of other systems may be in it. */
function sourceOf({ html, css = "", settings = {}, filename, data }: SourceBody): InlineSource | undefined {
  if (html === undefined) return undefined;
  const title = filename === undefined ? "Document" : basename(filename, outputs.pdf.extension);
  return { html, css, settings, title, isTemplate: data !== undefined };
}

/** Prepares a request for a document that its caller waits for. */
export function prepareGenerate({ headers, body, json }: GenerateRequest) {
  const { rendering, others } = splitRenderOptions(body);
  const { data, html: _html, css: _css, settings: _settings, ...about } = others;
  const source = sourceOf(body);
  const dataJson = textOfData(json);
  const request: RenderRequest = { dataJson: dataJson ?? "{}", source, ...rendering, check: body.check };
  return {
    ...about,
    request,
    queuedBytes: queuedBytesOf(request),
    hasData: data !== undefined,
    bodyHash: bodyHashOf(headers, body, dataJson),
  };
}

/** Prepares a request for a document that no caller waits for: its input is packed for its time in the catalog. */
export function prepareBackground({ headers, body, json }: BackgroundRequest) {
  const { rendering, others } = splitRenderOptions(body);
  const { data: _data, html, css, settings, expiresIn, ...record } = others;
  const dataJson = textOfData(json);
  const packed = packBackgroundInput({ dataJson: dataJson ?? "{}", source: sourceOf(body), ...rendering });
  const sent: SentRequest = { dataJson, html, css, settings, ...rendering };
  return { record, rendering, expiresIn, ...packed, sent, bodyHash: bodyHashOf(headers, body, dataJson) };
}
