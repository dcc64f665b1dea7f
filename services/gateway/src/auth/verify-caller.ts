import { operations, Problem } from "@platen/contracts";
import { internalOperation, internalOperations } from "@platen/contracts/internal";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";
import type { Caller } from "./caller.ts";

const ownProject = internalOperation(operations.listProjects);

/** Asks the catalog for the project of a key, each time: a revoked key stops at once. Throws a problem without one. */
export async function projectOfKey(
  catalog: Pick<Catalog, "call">,
  context: CatalogContext,
  options: { signal?: AbortSignal; timeoutMs?: number },
): Promise<string> {
  const publicOperation = operations.listProjects;
  const { projects } = await catalog.call(ownProject, { query: { pageSize: 1 } }, context, {
    ...options,
    publicOperation,
  });
  const [project] = projects;
  if (!project) throw new Problem("auth.key_invalid");
  return project.projectId;
}

/**
 * Creates the function that asks the catalog whether a caller's key or session is good, before the gateway reads a large
 * body. It resolves to the project or account. The operation that follows checks the key or session again.
 */
export function createVerifyCaller({ catalog }: { catalog: Pick<Catalog, "call"> }) {
  return async function verifyCaller(
    caller: Caller,
    { requestId, signal }: { requestId: string; signal: AbortSignal },
  ): Promise<string> {
    const context = { caller, requestId };
    if (caller.kind === "key") return projectOfKey(catalog, context, { signal });
    if (caller.kind === "anyone") throw new Error("an operation for anyone has a large body");
    const publicOperation = operations.getSession;
    const { accountId } = await catalog.call(internalOperations.getSession, {}, context, { publicOperation, signal });
    return accountId;
  };
}
