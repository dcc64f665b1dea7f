import { integerVariable, logLevelVariable, pemVariable, portVariable, urlVariable } from "@platen/config";
import { tracingVariables } from "@platen/telemetry";
import { z } from "zod";

/** The variables of the catalog. */
export const catalogVariables = z.object({
  /** Address to listen on; in a container 0.0.0.0. */
  HOST: z.string().default("127.0.0.1"),
  /** Port for gateways and workers; nobody else may reach it. 0 lets the system choose. */
  PORT: portVariable.default(8081),
  /** Port of /startupz, /livez, /readyz and /metrics, which nobody outside may reach; 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9081),
  /** The PostgreSQL database, with account and password. */
  DATABASE_URL: urlVariable("postgres", "postgresql"),
  /** Connections to it, of each catalog. */
  DATABASE_POOL_SIZE: integerVariable(1, 200).default(10),
  /** After how many days the record of a document is removed; without it records stay. */
  DOCUMENT_RETENTION_DAYS: integerVariable(1, 36_500).optional(),
  /** Public keys of the gateway's service tokens, in PEM; two of them while a key is being rotated. */
  SERVICE_TOKEN_PUBLIC_KEY: pemVariable,
  /** How much is logged, as JSON lines on standard output. */
  LOG_LEVEL: logLevelVariable.default("info"),
  ...tracingVariables,
});

export type CatalogConfig = z.output<typeof catalogVariables>;

/** The variables of the commands beside the service, which need the database alone. */
export const commandVariables = catalogVariables.pick({ DATABASE_URL: true });

/** The longest that the catalog takes to stop; whoever runs it must wait longer. */
export const stopsWithinMs = 15_000;
