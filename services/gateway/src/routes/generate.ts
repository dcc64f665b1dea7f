import { operations, type Output, type OutputForm, type ParsedRequest } from "@platen/contracts";
import { keptTooLong, type KeptTime } from "@platen/contracts/internal";
import { keyHashOf } from "../catalog/caller.ts";
import type { GenerateDocument } from "../generate/generate-document.ts";
import type { GenerateIdempotently } from "../generate/generate-idempotently.ts";
import { chooseForm } from "./choose-form.ts";
import { neededLocale } from "../generate/needed-locale.ts";
import { jsonReply } from "../generate/json-reply.ts";
import { fileReply } from "../generate/file-reply.ts";
import { Reply } from "@platen/http";
import type { PreparedBodies } from "../bodies/prepare-body.ts";
import type { RouteContext, Routes } from "./routes.ts";

const daySeconds = 86_400;

/** For how long a PDF is to be kept. The catalog adds the default of the project, and refuses what exceeds its maximum. */
export function keptTimeOf(expiresIn: number | undefined, mostDays: number): KeptTime {
  const mostKeepSeconds = mostDays * daySeconds;
  if (expiresIn !== undefined && expiresIn > mostKeepSeconds) throw keptTooLong(mostDays, "installation");
  return { keepSeconds: expiresIn, mostKeepSeconds };
}

type Parts = {
  config: { CONTENT_MAX_DAYS: number; RENDER_DEADLINE_MS: number };
  generateDocument: GenerateDocument;
  generateIdempotently: GenerateIdempotently;
};

type Received = Pick<ParsedRequest<typeof operations.generateDocument>, "headers"> & {
  body: PreparedBodies["generateDocument"];
};

export function mountGenerate(routes: Routes, { config, generateDocument, generateIdempotently }: Parts): void {
  async function generate(
    { response: { content: output, form: told } }: { response: { content: Output; form?: OutputForm } },
    { headers: sent, body }: Received,
    context: RouteContext,
  ): Promise<Reply> {
    const { caller, requestId, holder, signal, receivedAt: requestedAt } = context;
    const form = told ?? chooseForm(context.header("accept"), output);
    const { templateId, version, filename, check, request: rendering, hasData, queuedBytes } = body;
    const keep = body.store === true ? keptTimeOf(body.expiresIn, config.CONTENT_MAX_DAYS) : undefined;
    const asked = { keyHash: keyHashOf(caller), requestId, filename, check, keep };
    const request = {
      document: templateId === undefined ? asked : { ...asked, templateId, version, locale: neededLocale(rendering) },
      request: { ...rendering, output },
      hasData,
      queuedBytes,
      holder,
      requestedAt,
      deadlineAt: requestedAt + Math.min(config.RENDER_DEADLINE_MS, sent["Platen-Deadline-Ms"] ?? Infinity),
      context: { caller, requestId },
      signal,
    };
    // A check changes nothing, so a repetition needs no key.
    const key = check === undefined ? sent["Idempotency-Key"] : undefined;
    const { bodyHash } = body;
    const generated = await (key === undefined || bodyHash === undefined
      ? generateDocument(request)
      : generateIdempotently({ key, bodyHash }, request));

    const { reply, templateName } = generated;
    if (check !== undefined) {
      const { warnings } = reply;
      return new Reply({ data: { isValid: warnings.every(({ severity }) => severity !== "error"), warnings } });
    }
    const headers = {
      ...(generated.isReplayed && { "Idempotency-Replayed": "true" }),
      ...(body.store === true && { "Content-Location": `/api/v1/documents/${reply.documentId}/content` }),
    };
    if (form === "file") {
      return fileReply(reply, { output, disposition: "attachment", filename, templateName, requestedAt, headers });
    }
    return jsonReply(reply, { templateId, version: generated.version, requestedAt, headers });
  }

  const { generateDocument: byAccept, generatePdf, generateJson } = operations;
  routes.mount(byAccept, (request, context) => generate(byAccept, request, context));
  routes.mount(generatePdf, (request, context) => generate(generatePdf, request, context));
  routes.mount(generateJson, (request, context) => generate(generateJson, request, context));
}
