import { operations } from "@platen/contracts";
import { toQueuedData } from "@platen/queue";
import { keyHashOf } from "../auth/caller.ts";
import type { Dependencies } from "../dependencies.ts";
import { chooseForm } from "./choose-form.ts";
import { jsonReply } from "../generate/json-reply.ts";
import { pdfReply } from "../generate/pdf-reply.ts";
import type { Routes } from "./routes.ts";

export function mountGenerate(routes: Routes, { config, generateDocument, generateIdempotently }: Dependencies): void {
  routes.mount(operations.generateDocument, async ({ headers, body }, context) => {
    const { caller, requestId, signal, receivedAt: requestedAt } = context;
    const form = chooseForm(context.header("accept"));
    const { templateId, version, filename, data, options = {}, locale, timeZone, check } = body;
    const request = {
      document: {
        keyHash: keyHashOf(caller),
        requestId,
        templateId,
        version,
        filename,
        check,
        locale: options.locales === "any" ? undefined : locale,
      },
      data: toQueuedData(data),
      options,
      locale,
      timeZone,
      check,
      requestedAt,
      deadlineAt: requestedAt + Math.min(config.RENDER_DEADLINE_MS, headers["Platen-Deadline-Ms"] ?? Infinity),
      context: { caller, requestId },
      signal,
    };
    // A check changes nothing, so a repetition needs no key.
    const key = check === undefined ? headers["Idempotency-Key"] : undefined;
    const generated = await (key === undefined
      ? generateDocument(request)
      : generateIdempotently({ key, body }, request));

    const { reply, templateName } = generated;
    if (check !== undefined) {
      const { warnings } = reply;
      return { isValid: warnings.every(({ severity }) => severity !== "error"), warnings };
    }
    const replayed: Record<string, string> = generated.isReplayed ? { "Idempotency-Replayed": "true" } : {};
    if (form === "pdf") {
      return pdfReply(reply, { disposition: "attachment", filename, templateName, requestedAt, headers: replayed });
    }
    return jsonReply(reply, { templateId, version: generated.version, requestedAt, headers: replayed });
  });
}
