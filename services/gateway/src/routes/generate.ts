import { operations } from "@platen/contracts";
import { Reply } from "@platen/http";
import { toQueuedData } from "@platen/queue";
import { keyHashOf } from "../auth/caller.ts";
import type { Dependencies } from "../dependencies.ts";
import { chooseForm } from "./choose-form.ts";
import { documentHeaders, pdfReply, timingsOf, wholePdf } from "../generate/pdf-reply.ts";
import type { Routes } from "./routes.ts";

export function mountGenerate(routes: Routes, { config, generateDocument, generateIdempotently }: Dependencies): void {
  routes.mount(operations.generateDocument, async ({ headers, body }, context) => {
    const { caller, requestId, signal } = context;
    const form = chooseForm(context.header("accept"));
    const requestedAt = Date.now();
    const { templateId, version, filename, data, options = {} } = body;
    const request = {
      document: { keyHash: keyHashOf(caller), requestId, templateId, version, filename },
      data: toQueuedData(data),
      options,
      requestedAt,
      deadlineAt: requestedAt + Math.min(config.RENDER_DEADLINE_MS, headers["Platen-Deadline-Ms"] ?? Infinity),
      context: { caller, requestId },
      signal,
    };
    const key = headers["Idempotency-Key"];
    const generated = await (key === undefined
      ? generateDocument(request)
      : generateIdempotently({ key, body }, request));

    const { reply, templateName } = generated;
    const replayed: Record<string, string> = generated.isReplayed ? { "Idempotency-Replayed": "true" } : {};
    if (form === "pdf") {
      return pdfReply(reply, { disposition: "attachment", filename, templateName, requestedAt, headers: replayed });
    }
    const timings = timingsOf(reply, requestedAt);
    return new Reply({
      headers: { ...documentHeaders(reply, timings), ...replayed },
      data: {
        documentId: reply.documentId,
        templateId,
        version: generated.version,
        pageCount: reply.pageCount,
        sizeBytes: reply.sizeBytes,
        sha256: reply.sha256,
        timings,
        warnings: reply.warnings,
        content: (await wholePdf(reply.pdf)).toString("base64"),
      },
    });
  });
}
