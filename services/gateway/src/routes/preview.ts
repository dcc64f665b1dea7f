import { CheckedJson, operations, type RenderOptions } from "@platen/contracts";
import { getProjectTenant, openPreview, openSourcePreview, openStoredPreview } from "@platen/contracts/internal";
import type { CallContext, Reply } from "@platen/http";
import { sessionHashOf, type Caller } from "../catalog/caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { CountOutcome } from "../generate/outcomes.ts";
import type { WithPermit } from "../generate/with-permit.ts";
import { pdfReply } from "../generate/pdf-reply.ts";
import type { RenderableDocument, RenderAndWait } from "../generate/render-and-wait.ts";
import type { Routes } from "./routes.ts";

type Preview = RenderableDocument & { templateName: string; dataJson: string };

/** The most that a draft's own data can take, for a preview that does not send any: their size is known only later. */
const draftDataBytes = 2_000_000;

/** The text is what the schema of the operation gave, without the fields that the catalog does not get. */
function checkedBody(json: string): never {
  return new CheckedJson(json) as never;
}

/**
 * A preview is rendered like a document, but from a source that the catalog stores for a short time, and without a
 * record. It gets its permit before its source is stored.
 */
export function mountPreview(
  routes: Routes,
  {
    config,
    catalog,
    countOutcome,
    withPermit,
    renderAndWait,
  }: {
    config: { RENDER_DEADLINE_MS: number };
    catalog: Catalog;
    countOutcome: CountOutcome;
    withPermit: WithPermit;
    renderAndWait: RenderAndWait;
  },
): void {
  async function render(
    context: CallContext<Caller>,
    about: { projectId: string; dataBytes: number; rendering: RenderOptions },
    create: () => Promise<Preview>,
  ): Promise<Reply> {
    const { caller, signal, receivedAt: requestedAt } = context;
    const deadlineAt = requestedAt + config.RENDER_DEADLINE_MS;
    const { projectId, dataBytes, rendering } = about;
    const task = { isPreview: true, requestedAt, deadlineAt, context, signal };
    const permitRequest = {
      kind: "previews" as const,
      credential: `${sessionHashOf(caller)} ${projectId}`,
      findTenant: () =>
        catalog.call(getProjectTenant, { params: { projectId } }, context, {
          publicOperation: operations.previewTemplate,
        }),
      deadlineAt,
      dataBytes,
      create,
    };
    const { templateName, reply } = await countOutcome(() =>
      withPermit(permitRequest, async (preview, permit) => ({
        templateName: preview.templateName,
        reply: await renderAndWait(preview, permit, {
          ...task,
          request: { dataJson: preview.dataJson, ...rendering },
        }),
      })),
    );
    return pdfReply(reply, { disposition: "inline", filename: undefined, templateName, requestedAt });
  }

  routes.mount(operations.previewTemplate, ({ params, body }, context) => {
    const { data, rendering, stored, parts } = body;
    const { projectId } = params;
    const about = { projectId, rendering, dataBytes: data?.queuedBytes ?? draftDataBytes };
    return render(context, about, async () => {
      const call = { publicOperation: operations.previewTemplate, signal: context.signal };
      const preview =
        parts === undefined
          ? await catalog.call(openStoredPreview, { params, body: stored }, context, call)
          : await catalog.call(openPreview, { params, body: checkedBody(parts) }, context, call);
      return { ...preview, dataJson: data?.dataJson ?? preview.dataJson };
    });
  });

  routes.mount(operations.previewSource, ({ params, body }, context) => {
    const { data, rendering, source } = body;
    const { projectId } = params;
    return render(context, { projectId, rendering, dataBytes: data.queuedBytes }, async () => {
      const preview = await catalog.call(openSourcePreview, { params, body: checkedBody(source) }, context, {
        publicOperation: operations.previewSource,
        signal: context.signal,
      });
      return { ...preview, dataJson: data.dataJson };
    });
  });
}
