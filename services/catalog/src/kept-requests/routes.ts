import { internalOperations as operations } from "@platen/contracts/internal";
import { event } from "@platen/telemetry";
import type { Serve } from "../auth/serve.ts";
import type { KeptRequests } from "./kept-requests.ts";
import type { RequestKeeping } from "./request-keeping.ts";

export function serveKeptRequests(
  serve: Serve,
  { keptRequests, requestKeeping }: { keptRequests: KeptRequests; requestKeeping: RequestKeeping },
): void {
  const { isAvailable } = keptRequests;

  serve("keyHashes", operations.keepRequests, async ({ body }) => {
    event.add({ documentIds: body.requests.map(({ documentId }) => documentId) });
    return { kept: await keptRequests.keep(body.requests) };
  });

  serve("member", operations.getRequestKeeping, async (_request, { projectId }) => ({
    ...(await requestKeeping.get(projectId)),
    isAvailable,
  }));
  serve("member", operations.saveRequestKeeping, async ({ body }, { projectId, account }) => {
    if (body.days > 0) keptRequests.refuseWithoutKey();
    // The log says who let requests be kept, and for how long.
    event.add({ accountId: account.accountId, days: body.days });
    await requestKeeping.save(projectId, body);
    await keptRequests.removeUnwanted(projectId);
    return { ...body, isAvailable };
  });

  serve("member", operations.getDocumentRequest, async ({ params }, { projectId, account }) => {
    // The log says who has read the data of which document.
    event.add({ accountId: account.accountId, documentId: params.documentId });
    return keptRequests.get(projectId, params.documentId);
  });
  serve("member", operations.deleteDocumentRequest, async ({ params }, { projectId, account }) => {
    event.add({ accountId: account.accountId, documentId: params.documentId });
    await keptRequests.remove(projectId, params.documentId);
  });
}
