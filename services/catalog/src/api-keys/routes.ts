import { internalOperations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";
import type { ApiKeyRow } from "./api-key-row.ts";

function toApiKey({ keyId, name, lastFour, scopes, createdAt, lastUsedAt }: ApiKeyRow) {
  return { keyId, name, lastFour, scopes, createdAt, lastUsedAt };
}

export function serveApiKeys(serve: Serve, { apiKeys }: Dependencies): void {
  const operations = internalOperations;

  serve("member", operations.listApiKeys, async ({ query }, { projectId }) => {
    const { rows, pagination } = await apiKeys.list(projectId, query);
    return { apiKeys: rows.map(toApiKey), pagination };
  });
  serve("member", operations.createApiKey, async ({ body }, { projectId }) => {
    const { row, value } = await apiKeys.create(projectId, body);
    return { ...toApiKey(row), key: value };
  });
  serve("member", operations.renameApiKey, async ({ params, body }) =>
    toApiKey(await apiKeys.rename(params, body.name)),
  );
  serve("member", operations.revokeApiKey, ({ params }) => apiKeys.revoke(params));
}
