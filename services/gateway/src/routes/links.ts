import { isProblem, operations, Problem } from "@platen/contracts";
import { findLinkedContent, internalOperations, readLinkedContent, signLink } from "@platen/contracts/internal";
import { createPublicOrigin } from "../auth/public-origin.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { ContentReply } from "../contents/content-reply.ts";
import { problemWithoutContent, retryAfterSeconds } from "./contents.ts";
import type { Routes } from "./routes.ts";

/** A browser keeps no copy, because a link that was taken back must not open. */
const cacheControl = "private, no-store";

/** Mounts links to kept PDFs: creating them, and opening them, for everybody. */
export function mountLinks(
  routes: Routes,
  dependencies: {
    catalog: Catalog;
    config: { TRUST_PROXY: number };
    contentReply: ContentReply;
    publicUrl: URL | undefined;
  },
): void {
  const { catalog, config, contentReply, publicUrl } = dependencies;
  const publicOrigin = createPublicOrigin({ publicUrl, isBehindProxy: config.TRUST_PROXY > 0 });

  routes.mount(operations.createLink, async ({ params, body }, context) => {
    const { call } = context;
    const settings = { signal: context.signal };
    const origin = publicOrigin(context.header("host"));
    const { token, expiresAt } = await call(signLink, { params, body }, settings).catch(async (error) => {
      if (!isProblem(error) || error.code !== "content.not_found") throw error;
      const document = await call(internalOperations.getDocument, { params }, settings);
      if (document.content !== "pending") throw problemWithoutContent(document);
      const message = "The PDF is not made yet. Create the link when the document is completed.";
      throw new Problem("document.not_ready", { message, headers: { "Retry-After": String(retryAfterSeconds) } });
    });
    return { url: `${origin}/f/${token}`, expiresAt };
  });

  routes.mount(operations.openLink, async ({ params: { token } }, context) => {
    const holder = { caller: { ...context.caller, kind: "link", token }, requestId: context.requestId } as const;
    const options = { publicOperation: operations.openLink, signal: context.signal };
    const { disposition, ...content } = await catalog.call(findLinkedContent, {}, holder, options);
    const readPiece = ({ from, to }: { from: number; to: number }) =>
      catalog.file(readLinkedContent, { query: { from, to } }, holder, options);
    return contentReply(content, context, readPiece, { disposition, cacheControl });
  });
}
