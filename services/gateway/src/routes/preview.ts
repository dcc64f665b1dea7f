import { operations } from "@platen/contracts";
import { openPreview } from "@platen/contracts/internal";
import type { Dependencies } from "../dependencies.ts";
import { pdfReply } from "../generate/pdf-reply.ts";
import type { Routes } from "./routes.ts";

export function mountPreview(routes: Routes, { catalog, renderOpened }: Dependencies): void {
  routes.mount(operations.previewTemplate, async ({ params, body }, { caller, requestId, signal }) => {
    const requestedAt = Date.now();
    const { data, ...draft } = body;
    const onBehalf = { caller, requestId };
    const { sampleData, ...opened } = await catalog.call(openPreview, { params, body: draft }, onBehalf, {
      declaredBy: operations.previewTemplate,
    });
    const reply = await renderOpened(opened, {
      data: data ?? sampleData,
      options: {},
      isPreview: true,
      requestedAt,
      onBehalf,
      signal,
    });
    return pdfReply(reply, {
      disposition: "inline",
      filename: undefined,
      templateName: opened.templateName,
      requestedAt,
    });
  });
}
