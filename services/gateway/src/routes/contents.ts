import { isProblem, operations, Problem, type ResponseOutput } from "@platen/contracts";
import { findDocumentContent, internalOperations, readDocumentContent } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import type { ContentReply } from "../contents/content-reply.ts";
import { problemOfFailure } from "../generate/outcomes.ts";
import type { Routes } from "./routes.ts";

/** The time after which a caller may ask again for a document that is in progress. */
export const retryAfterSeconds = 1;

type Document = ResponseOutput<typeof operations.getDocument.key>;

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

/** Mounts the download of kept PDFs. */
export function mountContents(routes: Routes, { contentReply }: { contentReply: ContentReply }): void {
  routes.mount(operations.getDocumentContent, async ({ params }, context) => {
    const { call, file, signal } = context;
    const content = await call(findDocumentContent, { params }, { signal }).catch(async (error) => {
      if (!isProblem(error) || error.code !== "content.not_found") throw error;
      return withoutContent(await call(internalOperations.getDocument, { params }, { signal }));
    });
    if (content instanceof Reply) return content;
    return contentReply(content, context, (query) => file(readDocumentContent, { params, query }, { signal }));
  });
}
