import type { createProducerConnection } from "@platen/queue";
import { createLimitKey } from "./auth/api-key.ts";
import type { GatewayConfig } from "./config.ts";
import { createAdmit } from "./rate-limit/admit.ts";
import { createFailureThrottle } from "./rate-limit/failure-throttle.ts";
import { createKeyRateLimit } from "./rate-limit/key-rate-limit.ts";
import { projectRequestsPerMinute } from "./rate-limit/project-requests-per-minute.ts";
import { createSignInThrottle } from "./rate-limit/sign-in-throttle.ts";
import type { TenantOf } from "./rate-limit/tenant-of.ts";

type CallerLimitsDependencies = {
  config: GatewayConfig;
  redis: ReturnType<typeof createProducerConnection>;
  tenantOf: TenantOf;
};

/** Creates what limits the requests of a key, a project, an account and an address, and their sign-ins. */
export function createCallerLimits({ config, redis, tenantOf }: CallerLimitsDependencies) {
  return {
    limitKey: createLimitKey({
      rateLimit: createKeyRateLimit({
        redis,
        keyPrefix: `${config.REDIS_PREFIX}rate`,
        perMinute: config.RATE_LIMIT_PER_MINUTE,
      }),
    }),
    failureThrottle: createFailureThrottle({
      redis,
      prefix: config.REDIS_PREFIX,
      failuresPerMinute: config.FAILED_REQUESTS_PER_ADDRESS,
    }),
    admit: createAdmit({
      tenantOf,
      perProject: createKeyRateLimit({
        redis,
        keyPrefix: `${config.REDIS_PREFIX}rate:project`,
        perMinute: projectRequestsPerMinute(config),
      }),
      perAccount: createKeyRateLimit({
        redis,
        keyPrefix: `${config.REDIS_PREFIX}rate:account`,
        perMinute: config.ACCOUNT_RATE_LIMIT_PER_MINUTE ?? config.RATE_LIMIT_PER_MINUTE,
      }),
    }),
    signInThrottle: createSignInThrottle({
      redis,
      prefix: config.REDIS_PREFIX,
      triesPerAccount: config.SIGN_IN_TRIES_PER_ACCOUNT,
      triesPerAccountTotal: config.SIGN_IN_TRIES_PER_ACCOUNT_TOTAL,
      triesPerAddress: config.SIGN_IN_TRIES_PER_ADDRESS,
      successesPerAccount: config.SIGN_INS_PER_ACCOUNT,
    }),
  };
}
