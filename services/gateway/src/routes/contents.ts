import { isProblem, operations, Problem, type ResponseOutput } from "@platen/contracts";
import {
  findDocumentContent,
  findProjectDocumentContent,
  internalOperations,
  readDocumentContent,
  readProjectDocumentContent,
} from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { Catalog } from "../catalog/catalog.ts";
import type { ContentReply } from "../contents/content-reply.ts";
import { problemOfFailure } from "../generate/outcomes.ts";
import type { Routes } from "./routes.ts";

/** The time after which a caller may ask again for a document that is in progress. */
export const retryAfterSeconds = 1;

type Document = ResponseOutput<typeof operations.getDocument>;

/** The problem of a document that has no PDF and will have none: its outcome, or that it is not kept. */
export function problemWithoutContent({ status, failure }: Document): Problem {
  if (status === "cancelled") return new Problem("document.cancelled");
  return failure ? problemOfFailure(failure) : new Problem("content.not_found");
}

/** Answers for a document that has no PDF: it is in progress, or its outcome is the answer. */
function withoutContent(document: Document): Reply {
  if (document.content !== "pending") throw problemWithoutContent(document);
  return new Reply({ status: 202, data: document, headers: { "Retry-After": String(retryAfterSeconds) } });
}

/** Mounts the downloads of kept PDFs, for keys and for members. */
export function mountContents(
  routes: Routes,
  {
    catalog,
    contentReply,
  }: {
    catalog: Catalog;
    contentReply: ContentReply;
  },
): void {
  const { getDocumentContent: ofKey, getProjectDocumentContent: ofMember } = operations;

  routes.mount(ofKey, async ({ params }, context) => {
    const options = { publicOperation: ofKey, signal: context.signal };
    const content = await catalog.call(findDocumentContent, { params }, context, options).catch(async (error) => {
      if (!isProblem(error) || error.code !== "content.not_found") throw error;
      return withoutContent(await catalog.call(internalOperations.getDocument, { params }, context, options));
    });
    if (content instanceof Reply) return content;
    return contentReply(content, context, (query) =>
      catalog.file(readDocumentContent, { params, query }, context, options),
    );
  });
  routes.mount(ofMember, async ({ params }, context) => {
    const options = { publicOperation: ofMember, signal: context.signal };
    const content = await catalog.call(findProjectDocumentContent, { params }, context, options);
    return contentReply(content, context, (query) =>
      catalog.file(readProjectDocumentContent, { params, query }, context, options),
    );
  });
}
