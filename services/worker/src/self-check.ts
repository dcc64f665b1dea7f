import { Misconfigured } from "@platen/config";
import { readTokenKeys } from "@platen/contracts/internal";
import { checkRedisRights, type Lane } from "@platen/queue";
import { createCatalogCheck, createSelfCheck, type SelfCheck } from "@platen/self-check";
import type { Issuer, ServiceTokenVerifier } from "@platen/service-tokens";
import type { Logger } from "@platen/telemetry";
import type { WorkerConfig } from "./config.ts";

/** The signer of the grants of each lane, and the variables of its keys. */
const signers: Record<Lane, { issuer: Issuer; publicKey: string; signer: string }> = {
  interactive: {
    issuer: "platen-gateway",
    publicKey: "SERVICE_TOKEN_PUBLIC_KEY",
    signer: "SERVICE_TOKEN_PRIVATE_KEY of the gateway",
  },
  background: {
    issuer: "platen-courier",
    publicKey: "COURIER_TOKEN_PUBLIC_KEY",
    signer: "COURIER_TOKEN_PRIVATE_KEY of the courier",
  },
};

/**
 * Starts the check that this worker can work: it can verify the grants that the catalog accepts, by the key that signs them,
 * and Redis allows each command that it needs. It reads ids of public keys, as a worker has no grant before it has a job.
 */
export function startSelfCheck(options: {
  config: Pick<WorkerConfig, "CATALOG_URL" | "REDIS_URL" | "REDIS_PREFIX">;
  grants: Pick<ServiceTokenVerifier, "canVerify">;
  lanes: readonly Lane[];
  logger: Logger;
  onPassed: () => void;
  onFault: () => void;
}): SelfCheck {
  const { config, grants, lanes, ...handlers } = options;
  const ask = createCatalogCheck({ baseUrl: config.CATALOG_URL });
  return createSelfCheck({
    ...handlers,
    async check() {
      const keys = await ask(readTokenKeys, {});
      for (const { issuer, publicKey, signer } of lanes.map((lane) => signers[lane])) {
        if (grants.canVerify(issuer, keys[issuer])) continue;
        throw new Misconfigured(
          `This worker cannot verify grants that the catalog accepts: ${publicKey} of this worker is not the public key of ${signer}. Give worker and catalog the same one.`,
        );
      }
      await checkRedisRights({ redisUrl: config.REDIS_URL, prefix: config.REDIS_PREFIX }, "worker");
    },
  });
}
