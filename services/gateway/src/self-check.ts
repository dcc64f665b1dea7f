import { checkGateway } from "@platen/contracts/internal";
import { checkRedisRights } from "@platen/queue";
import { createCatalogCheck, createSelfCheck, type SelfCheck } from "@platen/self-check";
import { createServiceTokenSigner } from "@platen/service-tokens";
import type { Logger } from "@platen/telemetry";
import type { GatewayConfig } from "./config.ts";

const refused =
  "The catalog refuses the tokens of this gateway: SERVICE_TOKEN_PRIVATE_KEY of the gateway and SERVICE_TOKEN_PUBLIC_KEY of the catalog are not of one key pair. Give the catalog the public key of this private key.";

/** Starts the check that this gateway can work: the catalog accepts a token that it signs, and Redis each command that it needs. */
export function startSelfCheck(
  config: Pick<GatewayConfig, "CATALOG_URL" | "REDIS_URL" | "REDIS_PREFIX" | "SERVICE_TOKEN_PRIVATE_KEY">,
  logger: Logger,
): SelfCheck {
  const tokens = createServiceTokenSigner({ privateKeyPem: config.SERVICE_TOKEN_PRIVATE_KEY });
  const ask = createCatalogCheck({
    baseUrl: config.CATALOG_URL,
    token: { of: (operationId) => tokens.serviceToken(operationId), refused },
  });
  return createSelfCheck({
    logger,
    async check() {
      await ask(checkGateway, {});
      await checkRedisRights({ redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX }, "gateway");
    },
  });
}
