import { thinWarnings, type Logger } from "@platen/telemetry";
import type { DataSource } from "typeorm";
import type { Metrics } from "../metrics.ts";
import { createSealer } from "./sealer.ts";
import { createCountUnopened } from "./unopened.ts";
import { createUsedKeys } from "./used-keys.ts";
import { createWaitingSeal } from "./waiting-seal.ts";

type SecretsDependencies = {
  dataSource: DataSource;
  config: { SECRETS_KEY?: string | undefined };
  metrics: Pick<Metrics, "countUnopened" | "setSecretsKeyMissing">;
  logger: Logger;
};

/** Builds the parts that seal with `SECRETS_KEY` what the database has. Without the key there are no sealers. */
export function createSecrets({ dataSource, config, metrics, logger }: SecretsDependencies) {
  const sealerFor = (purpose: string) =>
    config.SECRETS_KEY === undefined ? undefined : createSealer(config.SECRETS_KEY, purpose);
  const countUnopened = createCountUnopened({
    count: (kind, values) => metrics.countUnopened(kind, values),
    logger: thinWarnings(logger),
  });
  const sealers = {
    waiting: sealerFor("waiting data"),
    webhooks: sealerFor("webhooks"),
    requests: sealerFor("kept requests"),
  };
  const seal = createWaitingSeal(sealers.waiting);
  const usedKeys = createUsedKeys({
    dataSource,
    sealers: Object.values(sealers).filter((sealer) => sealer !== undefined),
    reportMissing: (isMissing) => metrics.setSecretsKeyMissing(isMissing),
    logger,
  });

  return { sealers, seal, usedKeys, countUnopened };
}
