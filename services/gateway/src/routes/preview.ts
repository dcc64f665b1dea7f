import { operations } from "@platen/contracts";
import { openPreview, openSourcePreview } from "@platen/contracts/internal";
import type { Reply } from "@platen/http";
import type { Dependencies } from "../dependencies.ts";
import { pdfReply } from "../generate/pdf-reply.ts";
import type { Opened, RenderRequest } from "../generate/render-and-wait.ts";
import type { Routes } from "./routes.ts";

/** Previews are rendered as documents are, but of sources that are kept for a short time only, and leave no record. */
export function mountPreview(routes: Routes, { config, catalog, admit, rendering }: Dependencies): void {
  async function render(
    opened: Opened & { templateName: string },
    request: Omit<RenderRequest, "isPreview" | "deadlineAt" | "permit">,
  ): Promise<Reply> {
    const deadlineAt = request.requestedAt + config.RENDER_DEADLINE_MS;
    const permit = await admit({ projectId: opened.projectId, kind: "previews" }, deadlineAt);
    const reply = await rendering.render(opened, { ...request, permit, deadlineAt, isPreview: true });
    const { templateName } = opened;
    const { requestedAt } = request;
    return pdfReply(reply, { disposition: "inline", filename: undefined, templateName, requestedAt });
  }

  routes.mount(operations.previewTemplate, async ({ params, body }, { caller, requestId, signal }) => {
    const requestedAt = Date.now();
    const onBehalf = { caller, requestId };
    const { data, options = {}, ...parts } = body;
    const { data: ownData, ...opened } = await catalog.call(openPreview, { params, body: parts }, onBehalf, {
      declaredBy: operations.previewTemplate,
      signal,
    });
    return render(opened, { data: data ?? ownData, options, requestedAt, onBehalf, signal });
  });

  routes.mount(operations.previewSource, async ({ params, body }, { caller, requestId, signal }) => {
    const requestedAt = Date.now();
    const onBehalf = { caller, requestId };
    const { data = {}, options = {}, ...source } = body;
    const opened = await catalog.call(openSourcePreview, { params, body: source }, onBehalf, {
      declaredBy: operations.previewSource,
      signal,
    });
    return render(opened, { data, options, requestedAt, onBehalf, signal });
  });
}
