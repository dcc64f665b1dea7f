import { internalOperations as operations } from "@platen/contracts/internal";
import type { Serve } from "../auth/serve.ts";
import type { UsageReader } from "./usage-reader.ts";

export function serveUsage(serve: Serve, { readUsage }: { readUsage: UsageReader }): void {
  serve("member", operations.getProjectUsage, (_request, { projectId, account }) =>
    readUsage(projectId, account.accountId),
  );
}
