import { internalOperations as operations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { Links } from "./links.ts";
import type { DocumentContents } from "../documents/document-contents.ts";

export function serveLinks(serve: Serve, { links, contents }: { links: Links; contents: DocumentContents }): void {
  serve("keyOrMember", operations.signLink, ({ params: { documentId }, body }, { projectId, author }) => {
    // The log says who has created links, and who has taken them back.
    event.add({ ...(author && { accountId: author.accountId }), documentId });
    return links.sign({ projectId, documentId }, body);
  });
  serve("keyOrMember", operations.revokeLinks, ({ params: { documentId } }, { projectId, author }) => {
    event.add({ ...(author && { accountId: author.accountId }), documentId });
    return contents.revokeLinks(projectId, documentId);
  });

  serve("link", operations.findLinkedContent, async (_request, { link }) => {
    const content = await links.find(link);
    event.add({ documentId: content.documentId });
    return { ...content, disposition: link.disposition };
  });
  serve("link", operations.readLinkedContent, async ({ query }, { link }) => {
    const bytes = await links.read(link, query);
    return new Reply({ bytes });
  });
}
