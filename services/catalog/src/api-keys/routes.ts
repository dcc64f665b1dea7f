import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { ApiKeys } from "./api-keys.ts";

export function serveApiKeys(serve: Serve, { apiKeys }: { apiKeys: ApiKeys }): void {
  serve("key", operations.getOwnKey, (_request, ref) => apiKeys.describe(ref));
  serve("member", operations.listApiKeys, async ({ query }, { projectId }) => {
    const { rows, pagination } = await apiKeys.list(projectId, query);
    return { apiKeys: rows, pagination };
  });
  serve("member", operations.createApiKey, async ({ body }, { projectId, account }) => {
    const { row, value } = await apiKeys.create(projectId, body, account.accountId);
    return { ...row, key: value };
  });
  serve("member", operations.renameApiKey, ({ params, body }, { projectId }) =>
    apiKeys.rename({ ...params, projectId }, body.name),
  );
  serve("member", operations.revokeApiKey, ({ params }, { projectId }) => apiKeys.revoke({ ...params, projectId }));
}
