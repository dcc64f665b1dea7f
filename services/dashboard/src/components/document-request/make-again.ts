import {
  operations,
  readWarningsHeader,
  type KeptRequest,
  type PageSettings,
  type ResponseOutput,
} from "@platen/contracts";
import { transport } from "../../api/transport.ts";

type Document = ResponseOutput<typeof operations.getDocument.key>;

/** A document's PDF, made from its kept request. */
export type Remade = {
  bytes: Uint8Array;
  warnings: number;
  /** Whether it is the document's PDF to the byte; undefined where the browser cannot tell. */
  isSame: boolean | undefined;
};

/** Delimiters that no HTML has: with them, braces are text. */
const noTags = "{{=<~\u0001~ ~\u0001~>=}}";

/** HTML without data is no template. */
function asText(html: string, settings: PageSettings): { html: string; settings: PageSettings } {
  const { header, footer } = settings;
  return {
    html: noTags + html,
    settings: {
      ...settings,
      ...(header !== undefined && { header: noTags + header }),
      ...(footer !== undefined && { footer: noTags + footer }),
    },
  };
}

async function hashOf(bytes: Uint8Array): Promise<string | undefined> {
  // Missing on a page that came without TLS from another machine.
  const { subtle } = globalThis.crypto as Partial<Crypto>;
  const hash = await subtle?.digest("SHA-256", bytes.slice());
  return hash && Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function render(projectId: string, document: Document, request: KeptRequest) {
  const { html, css, settings = {}, data, locale, timeZone, requestedAt = document.createdAt } = request;
  const region = { ...(locale && { locale }), ...(timeZone && { timeZone }) };
  const options = { creationDate: requestedAt, ...request.options };
  const { templateId, version, filename } = document;
  if (html === undefined && templateId !== null && version !== null) {
    const body = { version, data: data ?? {}, options, ...region };
    return transport.bytes(operations.previewTemplate, { params: { projectId, templateId }, body });
  }
  const source = data === undefined ? asText(html ?? "", settings) : { html: html ?? "", settings };
  const name = filename?.replace(/\.pdf$/i, "") ?? "Document";
  const body = { name, ...source, ...(css && { css }), data: data ?? {}, options, ...region };
  return transport.bytes(operations.previewSource, { params: { projectId }, body });
}

/** Makes the PDF of a document again: from the same version, or the request's own HTML, with the date of then. */
export async function makeAgain(projectId: string, document: Document, request: KeptRequest): Promise<Remade> {
  const { bytes, header } = await render(projectId, document, request);
  const hash = document.sha256 === null ? undefined : await hashOf(bytes);
  return {
    bytes,
    warnings: readWarningsHeader(header("platen-warnings")).length,
    isSame: hash === undefined ? undefined : hash === document.sha256,
  };
}
