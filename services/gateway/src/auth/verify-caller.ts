import { operations } from "@platen/contracts";
import { accountHolder, type Holder } from "@platen/contracts/holder";
import { getTenant, internalOperations, type Tenant } from "@platen/contracts/internal";
import type { Catalog, CatalogContext } from "../catalog/catalog.ts";
import type { Caller } from "../catalog/caller.ts";

/** Asks the catalog to whom a key belongs, each time: a revoked key stops at once. Throws a problem for a bad one. */
export function tenantOfKey(
  catalog: Pick<Catalog, "call">,
  context: CatalogContext,
  options: { signal?: AbortSignal; timeoutMs?: number },
): Promise<Tenant> {
  const publicOperation = operations.listProjects;
  return catalog.call(getTenant, {}, context, { ...options, publicOperation, isUrgent: true });
}

/**
 * Creates the function that asks the catalog whether a caller's key or session is good, before the gateway reads a large
 * body. It resolves to the account, which holds the memory. The operation that follows checks the key or session again.
 */
export function createVerifyCaller({ catalog }: { catalog: Pick<Catalog, "call"> }) {
  return async function verifyCaller(
    caller: Caller,
    { requestId, signal }: { requestId: string; signal: AbortSignal },
  ): Promise<Holder> {
    const context = { caller, requestId };
    if (caller.kind === "key") return accountHolder((await tenantOfKey(catalog, context, { signal })).accountId);
    if (caller.kind !== "session") throw new Error("an operation for anyone has a large body");
    const publicOperation = operations.getSession;
    const { accountId } = await catalog.call(internalOperations.getSession, {}, context, { publicOperation, signal });
    return accountHolder(accountId);
  };
}
