import { checkCourier } from "@platen/contracts/internal";
import { checkRedisRights } from "@platen/queue";
import { createCatalogCheck, createSelfCheck, type SelfCheck } from "@platen/self-check";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import type { Logger } from "@platen/telemetry";
import type { CourierConfig } from "./config.ts";

const refused =
  "The catalog refuses the tokens of this courier: COURIER_TOKEN_PRIVATE_KEY of the courier and COURIER_TOKEN_PUBLIC_KEY of the catalog are not of one key pair. Give the catalog the public key of this private key.";

/** Starts the check that this courier can work: the catalog accepts a token that it signs, and Redis each command that it needs. */
export function startSelfCheck(options: {
  config: Pick<CourierConfig, "CATALOG_URL" | "REDIS_URL" | "REDIS_PREFIX">;
  tokens: Pick<ServiceTokenSigner, "serviceToken">;
  logger: Logger;
  onPassed: () => void;
  onFault: () => void;
}): SelfCheck {
  const { config, tokens, ...handlers } = options;
  const ask = createCatalogCheck({
    baseUrl: config.CATALOG_URL,
    token: { of: (operationId) => tokens.serviceToken(operationId), refused },
  });
  return createSelfCheck({
    ...handlers,
    async check() {
      await ask(checkCourier, {});
      await checkRedisRights({ redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX }, "courier");
    },
  });
}
