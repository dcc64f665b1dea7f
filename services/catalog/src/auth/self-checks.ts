import { internalOperations as operations } from "@platen/contracts/internal";
import type { ServiceTokenVerifier } from "@platen/service-tokens";
import type { Serve } from "./serve.ts";

const accept = () => Promise.resolve({ isAccepted: true } as const);

/** Serves the checks of the other processes. A token that got here was accepted. */
export function serveSelfChecks(serve: Serve, { serviceTokens }: { serviceTokens: ServiceTokenVerifier }): void {
  serve("gateway", operations.checkGateway, accept);
  serve("courier", operations.checkCourier, accept);
  serve("worker", operations.readTokenKeys, () => Promise.resolve(serviceTokens.tokenKeys()));
}
