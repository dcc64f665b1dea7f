import type { Operation } from "@platen/contracts";
import { accountHolder, credentialHolder, networkHolder } from "@platen/contracts/holder";
import type { BodyHolder } from "@platen/http";
import type { TenantOf } from "../rate-limit/tenant-of.ts";
import { credentialOf, type Caller } from "../catalog/caller.ts";

/** Creates the function that names the callers with whom the body of a caller counts while it arrives. */
export function createBodyHolder({ tenantOf }: { tenantOf: TenantOf }) {
  return async function bodyHolder(
    caller: Caller,
    context: { requestId: string; publicOperation: Operation },
  ): Promise<BodyHolder> {
    const tenant = await tenantOf(caller, context);
    const credential = credentialOf(caller);
    if (tenant === undefined || credential === undefined) return { network: networkHolder(caller.network) };
    return { account: accountHolder(tenant.accountId), credential: credentialHolder(credential) };
  };
}
