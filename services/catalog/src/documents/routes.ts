import { maxSummarizedDocuments } from "@platen/contracts";
import { internalOperations as operations } from "@platen/contracts/internal";
import { Reply } from "@platen/http";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { DocumentContents } from "./document-contents.ts";
import type { BackgroundDocuments } from "./background-documents.ts";
import type { Deliveries } from "../deliveries/deliveries.ts";
import type { DocumentCreators } from "./document-creators.ts";
import type { ReportOutcomes } from "./report-outcomes.ts";
import type { RefusedRequests } from "./refused-requests.ts";
import type { DocumentUsage } from "./document-usage.ts";
import type { Page } from "../pagination/read-page.ts";
import type { ListedDocument, DocumentReader } from "./document-reader.ts";
import { noTemplateId } from "./document-row.ts";
import { background } from "../database/lane.ts";

/** Whether the PDF of a document is there, will be, or was. */
function contentOf({ kept, lane, status }: ListedDocument): "none" | "pending" | "available" | "lost" | "deleted" {
  if (kept?.isAvailable === false) return "deleted";
  if (kept !== null) return kept.isLost ? "lost" : "available";
  return lane === background && (status === "queued" || status === "rendering") ? "pending" : "none";
}

function toDocument(row: ListedDocument) {
  const {
    projectId: _projectId,
    lane: _lane,
    keyId,
    keyName,
    keyLastFour,
    currentTemplateName,
    rowNumber,
    kept,
    ...document
  } = row;
  const isInline = document.templateId === noTemplateId;
  return {
    ...document,
    ...(isInline && { templateId: null, version: null }),
    row: rowNumber === null ? null : rowNumber + 1,
    warnings: document.warnings ?? [],
    content: contentOf(row),
    expiresAt: kept === null ? null : new Date(kept.expiresAt),
    templateName: currentTemplateName ?? document.templateName,
    apiKey:
      keyId === null || keyName === null || keyLastFour === null
        ? null
        : { keyId, name: keyName, lastFour: keyLastFour },
  };
}

function toDocuments({ rows, pagination }: Page<ListedDocument>) {
  return { documents: rows.map(toDocument), pagination };
}

type Parts = {
  documents: DocumentReader;
  contents: DocumentContents;
  backgroundDocuments: BackgroundDocuments;
  deliveries: Deliveries;
  documentCreators: DocumentCreators;
  reportOutcomes: ReportOutcomes;
  refusedRequests: RefusedRequests;
  documentUsage: DocumentUsage;
};

export function serveDocuments(
  serve: Serve,
  {
    documents,
    contents,
    backgroundDocuments,
    deliveries,
    documentCreators,
    reportOutcomes,
    refusedRequests,
    documentUsage,
  }: Parts,
): void {
  serve("keyHashes", operations.openDocuments, async ({ body }) => {
    event.add({ requestIds: body.documents.map(({ requestId }) => requestId) });
    return { documents: await documentCreators.createDocuments(body.documents) };
  });
  serve("keyHashes", operations.openInlineDocuments, async ({ body }) => {
    event.add({ requestIds: body.documents.map(({ requestId }) => requestId) });
    return { documents: await documentCreators.createInlineDocuments(body.documents) };
  });
  serve("reports", operations.reportOutcomes, ({ body }) => {
    event.add({ documentIds: body.reports.map(({ documentId }) => documentId) });
    return reportOutcomes(body.reports);
  });

  serve("keyOrMember", operations.openBackground, async ({ body }, { projectId, keyId, author }) => {
    event.add({ documentId: body.documentId, accountId: author?.accountId });
    contents.refuseWithoutStorage();
    const planned = body.callbackUrl === undefined ? undefined : deliveries.plan(body.callbackUrl);
    const { documentId, ...opened } = await backgroundDocuments.open({ projectId, keyId }, body, planned);
    return { document: toDocument(await documents.get(projectId, documentId)), ...opened };
  });
  serve("keyOrMember", operations.cancelDocument, async ({ params: { documentId } }, { projectId }) => {
    await backgroundDocuments.cancel(projectId, documentId);
    return toDocument(await documents.get(projectId, documentId));
  });
  serve("courier", operations.leaseBackground, async ({ body }) => ({
    documents: await backgroundDocuments.lease(body),
  }));
  serve("courier", operations.releaseBackground, ({ body }) =>
    backgroundDocuments.release(body.courier, body.documentIds),
  );
  serve("courier", operations.readBackgroundBacklog, () => backgroundDocuments.backlog());

  serve("grant", operations.putDocumentContent, ({ params, query, bytes }, { grant }) =>
    contents.put(grant, params.documentId, bytes, query),
  );
  serve("keyOrMember", operations.findDocumentContent, ({ params }, { projectId }) =>
    contents.find(projectId, params.documentId),
  );
  serve("keyOrMember", operations.readDocumentContent, async ({ params: { documentId }, query }, { projectId }) => {
    const { contentId, output } = query;
    const bytes = await contents.read({ projectId, documentId, contentId, output }, query);
    return new Reply({ bytes });
  });
  serve("keyOrMember", operations.deleteDocumentContent, ({ params }, { projectId }) =>
    contents.remove(projectId, params.documentId),
  );

  serve("keyOrMember", operations.listDocuments, async ({ query }, { projectId }) =>
    toDocuments(await documents.list(projectId, query)),
  );
  serve("keyOrMember", operations.getDocument, async ({ params }, { projectId }) =>
    toDocument(await documents.get(projectId, params.documentId)),
  );
  serve("member", operations.summarizeProjectDocuments, async ({ query }, { projectId }) => {
    const { documents: counted, ...summary } = await documents.summarize(projectId, query);
    const isPartial = counted > maxSummarizedDocuments;
    return { ...summary, documents: isPartial ? maxSummarizedDocuments : counted, isPartial };
  });

  serve("keyOrMember", operations.getDocumentUsage, ({ query }, { projectId }) =>
    documentUsage.overTime(projectId, query),
  );
  serve("member", operations.getTemplateUsage, async (_request, { projectId }) => ({
    templates: await documentUsage.byTemplate(projectId),
  }));
  serve("account", operations.getMemberUsage, async (_request, { account }) => ({
    projects: await documentUsage.byProject(account.accountId),
  }));

  serve("keyHashes", operations.recordRefusals, ({ body }) => refusedRequests.record(body.refusals));
  serve("member", operations.listRefusedRequests, async ({ query }, { projectId }) => {
    const { rows, pagination } = await refusedRequests.list(projectId, query);
    const refused = rows.map(({ keyId, keyName, keyLastFour, ...row }) => ({
      ...row,
      apiKey: { keyId, name: keyName, lastFour: keyLastFour },
    }));
    return { refusedRequests: refused, pagination };
  });
}
