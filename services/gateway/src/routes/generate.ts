import { operations } from "@platen/contracts";
import { Reply } from "@platen/http";
import { keyHashOf } from "../auth/caller.ts";
import type { Dependencies } from "../dependencies.ts";
import { chooseForm } from "../generate/accept.ts";
import { pdfReply, serverTiming, timingsOf } from "../generate/pdf-reply.ts";
import type { Routes } from "./routes.ts";

export function mountGenerate(routes: Routes, { config, openInTime, renderOpened }: Dependencies): void {
  routes.mount(operations.generateDocument, async ({ headers, body }, context) => {
    const { caller, requestId, signal } = context;
    const form = chooseForm(context.header("accept"));
    const requestedAt = Date.now();
    const deadlineAt = requestedAt + Math.min(config.RENDER_DEADLINE_MS, headers["Platen-Deadline-Ms"] ?? Infinity);
    const { templateId, version, filename, data, options = {} } = body;
    const onBehalf = { caller, requestId };
    // Not tied to the caller's signal: a row that may have been written must be known, so that it can be closed.
    const opened = await openInTime(
      { keyHash: keyHashOf(caller), requestId, templateId, version, filename },
      { deadlineAt, onBehalf },
    );
    const render = { data, options, isPreview: false, requestedAt, deadlineAt, onBehalf, signal };
    const reply = await renderOpened(opened, render);

    if (form === "pdf") {
      return pdfReply(reply, { disposition: "attachment", filename, templateName: opened.templateName, requestedAt });
    }
    const timings = timingsOf(reply, requestedAt);
    return new Reply({
      headers: { "Platen-Document-Id": reply.documentId, "Server-Timing": serverTiming(timings) },
      data: {
        documentId: reply.documentId,
        templateId: opened.templateId,
        version: opened.version,
        pageCount: reply.pageCount,
        sizeBytes: reply.sizeBytes,
        sha256: reply.sha256,
        timings,
        content: Buffer.from(reply.pdf).toString("base64"),
      },
    });
  });
}
