import { Problem, type Operation } from "@platen/contracts";
import { getKeyTenant, internalOperations } from "@platen/contracts/internal";
import type { Caller } from "../auth/caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import type { Routes } from "../routes/routes.ts";
import type { KeyRateLimit } from "./key-rate-limit.ts";
import { createTenants, type ProjectTenants } from "./tenants.ts";

/**
 * Creates the limit of requests per project, over all its API keys, and per account, over all its sessions in the
 * dashboard. While Redis is away it counts nothing: the limit per key then refuses what needs Redis.
 */
export function createTenantLimit(deps: {
  catalog: Pick<Catalog, "call">;
  tenants: ProjectTenants;
  perProject: KeyRateLimit;
  perAccount: KeyRateLimit;
}) {
  const { catalog, tenants, perProject, perAccount } = deps;
  const accounts = createTenants<string>();

  return async function limitTenant(publicOperation: Operation, caller: Caller, requestId: string): Promise<void> {
    if (caller.kind === "anyone") return;
    const context = { caller, requestId };
    const taken =
      caller.kind === "key"
        ? await perProject.take(
            (await tenants.of(caller.keyHash, () => catalog.call(getKeyTenant, {}, context, { publicOperation })))
              .projectId,
          )
        : await perAccount.take(
            await accounts.of(caller.sessionHash, async () => {
              const { accountId } = await catalog.call(internalOperations.getSession, {}, context, { publicOperation });
              return accountId;
            }),
          );
    if (taken.outcome !== "refused") return;
    const { retryAfterSeconds } = taken;
    const who = caller.kind === "key" ? "project, with all its API keys," : "account, with all its sessions,";
    const message = `The ${who} has sent too many requests. Wait the seconds in \`Retry-After\`, then try again.`;
    throw new Problem("rate.limited", { message, retryAfterSeconds });
  };
}

/** Mounts operations that count against the limit of their caller's project or account. */
export function withTenantLimit(routes: Routes, limitTenant: ReturnType<typeof createTenantLimit>): Routes {
  return {
    ...routes,
    mount<T extends Operation>(operation: T, handler: Parameters<typeof routes.mount<T>>[1]): void {
      routes.mount(operation, async (request, context) => {
        await limitTenant(operation, context.caller, context.requestId);
        return handler(request, context);
      });
    },
  };
}
