import { Problem, type Operation } from "@platen/contracts";
import { networkHolder } from "@platen/contracts/holder";
import { getTenant, internalOperations } from "@platen/contracts/internal";
import { createFairRoom } from "@platen/http";
import type { Caller } from "../catalog/caller.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { createTenants, type ProjectTenants } from "./tenants.ts";

/** Look-ups of keys and sessions that this gateway does not know: at a time, and from one network. */
const lookUpsAtOnce = 64;
const lookUpsPerNetwork = 8;
const maxWaitMs = 10_000;
const maxWaiting = 100;

/** To whom a caller belongs; a session belongs to no project. */
export type CallerTenant = { accountId: string; projectId?: string };

/** Tells to whom a caller belongs, for what callers share; undefined for one without a key or session. */
export type TenantOf = (
  caller: Caller,
  context: { requestId: string; publicOperation: Operation },
) => Promise<CallerTenant | undefined>;

type TenantOfDependencies = {
  catalog: Pick<Catalog, "call">;
  tenants: ProjectTenants;
};

/**
 * Creates the function that tells to whom a caller belongs. It asks the catalog about a key or session that it does not
 * know, and throws the problem of a bad one. Strangers who make up keys wait for one another, and not for callers whose
 * key is known.
 */
export function createTenantOf({ catalog, tenants }: TenantOfDependencies): TenantOf {
  const accounts = createTenants<string>();
  const lookUps = createFairRoom({
    total: lookUpsAtOnce,
    perHolder: lookUpsPerNetwork,
    maxWaitMs,
    maxWaiting,
    refusal: (isOwnFault) =>
      isOwnFault
        ? new Problem("rate.limited", {
            message:
              "This address sends too many keys or sessions at once that Platen does not know. Wait the seconds in `Retry-After`, then try again.",
            retryAfterSeconds: 1,
          })
        : new Problem("dependency.unavailable", { retryAfterSeconds: 1 }),
  });

  async function lookUp<T>(network: string, find: () => Promise<T>): Promise<T> {
    // Requests of the same key share the look-up, so it ends with none of them.
    const leave = await lookUps.take(networkHolder(network), 1, new AbortController().signal);
    return find().finally(leave);
  }

  return async function tenantOf(caller, { requestId, publicOperation }) {
    if (caller.kind === "anyone" || caller.kind === "link") return undefined;
    const { network } = caller;
    const context = { caller, requestId };
    if (caller.kind === "key") {
      return tenants.of(caller.keyHash, () =>
        lookUp(network, () => catalog.call(getTenant, {}, context, { publicOperation, isUrgent: true })),
      );
    }
    const accountId = await accounts.of(caller.sessionHash, () =>
      lookUp(network, async () => {
        const found = await catalog.call(internalOperations.getSession, {}, context, { publicOperation });
        return found.accountId;
      }),
    );
    return { accountId };
  };
}
