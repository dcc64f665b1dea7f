import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { Dependencies } from "../dependencies.ts";

export function serveUsage(serve: Serve, { readUsage }: Dependencies): void {
  serve("member", operations.getProjectUsage, (_request, { projectId, account }) =>
    readUsage(projectId, account.accountId),
  );
}
