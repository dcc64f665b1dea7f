import { integerVariable, logLevelVariable, pemVariable, portVariable, urlVariable } from "@platen/config";
import { z } from "zod";

/** The variables of the catalog. */
export const catalogVariables = z.object({
  HOST: z.string().default("127.0.0.1"),
  PORT: portVariable.default(8081),
  MANAGEMENT_PORT: portVariable.default(9081),
  DATABASE_URL: urlVariable("postgres", "postgresql"),
  DATABASE_POOL_SIZE: integerVariable(1, 200).default(10),
  /** Public keys of the gateway's service tokens, in PEM; two of them while a key is being rotated. */
  SERVICE_TOKEN_PUBLIC_KEY: pemVariable,
  LOG_LEVEL: logLevelVariable.default("info"),
});

export type CatalogConfig = z.output<typeof catalogVariables>;

/** The variables of the commands beside the service, which need the database alone. */
export const commandVariables = catalogVariables.pick({ DATABASE_URL: true });

/** The longest that the catalog takes to stop; whoever runs it must wait longer. */
export const stopsWithinMs = 15_000;
