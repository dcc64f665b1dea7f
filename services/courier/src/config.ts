import { integerVariable, pemVariable, portVariable, queueVariables, switchVariable } from "@platen/config";
import { egressAllowVariable } from "@platen/egress";
import { tracingVariables } from "@platen/telemetry";
import { z } from "zod";

/** The variables of the courier. */
export const courierVariables = z.object({
  ...queueVariables,
  /** Port of /startupz, /livez, /readyz and /metrics. Keep it unreachable from outside. 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9083),
  /** Refuses to become ready while Redis keeps no append-only file (`appendonly no`). */
  REQUIRE_DURABLE_QUEUE: switchVariable,
  /** Private key that signs the courier's service tokens and grants. No other process may have it. */
  COURIER_TOKEN_PRIVATE_KEY: pemVariable,
  /** Longest time of an attempt at a document, from when a worker may take it. */
  RENDER_DEADLINE_MS: integerVariable(1_000, 50_000).default(30_000),
  /** Receivers of webhooks that may be private or have no TLS, as names, addresses or ranges with optional ports: hooks.internal:8080,10.1.0.0/16. The same for the catalog. */
  EGRESS_ALLOW: egressAllowVariable,
  ...tracingVariables,
});

export type CourierConfig = Readonly<z.output<typeof courierVariables>>;

/** The longest time that the courier takes to stop. Its supervisor must wait longer. */
export const shutdownTimeoutMs = 15_000;
