import { CheckedJson, operations, type RenderOptions } from "@platen/contracts";
import { getTenant, openPreview, openSourcePreview, openStoredPreview } from "@platen/contracts/internal";
import type { Reply } from "@platen/http";
import { credentialOf } from "../catalog/caller.ts";
import type { CountOutcome } from "../generate/outcomes.ts";
import type { WithPermit } from "../generate/with-permit.ts";
import { fileReply } from "../generate/file-reply.ts";
import type { RenderableDocument, RenderAndWait } from "../generate/render-and-wait.ts";
import type { RouteContext, Routes } from "./routes.ts";

type Preview = RenderableDocument & { templateName: string; dataJson: string };

/** The most that a draft's own data can take, for a preview that does not send any: their size is known only later. */
const draftDataBytes = 2_000_000;

/** The text is what the schema of the operation gave, without the fields that the catalog does not get. */
function checkedBody(json: string): never {
  return new CheckedJson(json) as never;
}

type Parts = {
  config: { RENDER_DEADLINE_MS: number };
  countOutcome: CountOutcome;
  withPermit: WithPermit;
  renderAndWait: RenderAndWait;
};

/**
 * A preview is rendered like a document, but from a source that the catalog stores for a short time, and without a
 * record. It gets its permit before its source is stored.
 */
export function mountPreview(routes: Routes, { config, countOutcome, withPermit, renderAndWait }: Parts): void {
  async function render(
    context: RouteContext,
    about: { dataBytes: number; rendering: RenderOptions },
    create: () => Promise<Preview>,
  ): Promise<Reply> {
    const { caller, signal, receivedAt: requestedAt } = context;
    const deadlineAt = requestedAt + config.RENDER_DEADLINE_MS;
    const { dataBytes, rendering } = about;
    const task = { isPreview: true, requestedAt, deadlineAt, context, signal };
    const permitRequest = {
      kind: "previews" as const,
      credential: credentialOf(caller) ?? "",
      findTenant: () => context.call(getTenant, {}),
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
    return fileReply(reply, { output: "pdf", disposition: "inline", filename: undefined, templateName, requestedAt });
  }

  routes.mount(operations.previewTemplate, ({ params, body }, context) => {
    const { data, rendering, stored, parts } = body;
    const about = { rendering, dataBytes: data?.queuedBytes ?? draftDataBytes };
    return render(context, about, async () => {
      const { call, signal } = context;
      const preview =
        parts === undefined
          ? await call(openStoredPreview, { params, body: stored }, { signal })
          : await call(openPreview, { params, body: checkedBody(parts) }, { signal });
      return { ...preview, dataJson: data?.dataJson ?? preview.dataJson };
    });
  });

  routes.mount(operations.previewSource, ({ body }, context) => {
    const { data, rendering, source } = body;
    return render(context, { rendering, dataBytes: data.queuedBytes }, async () => {
      const { call, signal } = context;
      const preview = await call(openSourcePreview, { body: checkedBody(source) }, { signal });
      return { ...preview, dataJson: data.dataJson };
    });
  });
}
