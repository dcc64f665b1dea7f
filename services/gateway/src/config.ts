import {
  integerVariable,
  logLevelVariable,
  pemVariable,
  portVariable,
  switchVariable,
  urlVariable,
} from "@platen/config";
import { tracingVariables } from "@platen/telemetry";
import { z } from "zod";

/** The variables of the gateway. */
export const gatewayVariables = z.object({
  /** Address to listen on; in a container 0.0.0.0. */
  HOST: z.string().default("127.0.0.1"),
  /** Port of the API and the dashboard; 0 lets the system choose. */
  PORT: portVariable.default(8080),
  /** Port of /startupz, /livez, /readyz and /metrics. Keep it unreachable from outside. 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9080),
  /** Address customers use; one that starts with https makes the session cookie a secure one. */
  PUBLIC_URL: urlVariable("http", "https").optional(),
  /** Number of proxies in front whose X-Forwarded headers are believed. */
  TRUST_PROXY: integerVariable(0, 10).default(0),
  /** Where the catalog answers. */
  CATALOG_URL: urlVariable("http", "https"),
  /** The Redis that all gateways and workers share, with its password; rediss:// for TLS. */
  REDIS_URL: urlVariable("redis", "rediss"),
  /** What the names of all keys in Redis begin with; the same for gateways and workers. */
  REDIS_PREFIX: z.string().default("platen:"),
  /** Is not ready with a Redis that keeps no log (appendonly). */
  REQUIRE_DURABLE_QUEUE: switchVariable,
  /** Signs service tokens and grants; no other process has it. */
  SERVICE_TOKEN_PRIVATE_KEY: pemVariable,
  /** Largest body of a request. */
  BODY_LIMIT_BYTES: integerVariable(1_024, 100 * 1024 * 1024).default(5 * 1024 * 1024),
  /** Longest time a document may take, from the request to the answer. */
  RENDER_DEADLINE_MS: integerVariable(1_000, 60_000).default(30_000),
  /** Documents that one project may have in progress at once, those that wait included. */
  PROJECT_MAX_IN_FLIGHT: integerVariable(1, 1_000_000).default(1_000),
  /** Room in Redis for the answers to requests with an Idempotency-Key; beyond it they are rendered again. */
  IDEMPOTENCY_KEEP_BYTES: integerVariable(0, 100_000_000_000).default(64 * 1024 * 1024),
  /** Requests of one API key in a minute. */
  RATE_LIMIT_PER_MINUTE: integerVariable(1, 10_000_000).default(6_000),
  /** Tries to sign in to one account within 15 minutes. */
  SIGN_IN_TRIES_PER_ACCOUNT: integerVariable(1, 100_000).default(10),
  /** Tries to sign in from one address within 15 minutes. */
  SIGN_IN_TRIES_PER_ADDRESS: integerVariable(1, 100_000).default(100),
  /** Time after the order to stop, not ready any more but serving, in which load balancers stop sending requests here. */
  SHUTDOWN_DELAY_MS: integerVariable(0, 60_000).default(0),
  /** How much is logged, as JSON lines on standard output. */
  LOG_LEVEL: logLevelVariable.default("info"),
  ...tracingVariables,
});

export type GatewayConfig = Readonly<z.output<typeof gatewayVariables>>;

/** Beyond the deadline of the last document: time to say what became of it and to close connections. */
const closingGraceMs = 5_000;

/** The longest that the gateway takes to stop; whoever runs it must wait longer. */
export function stopsWithinMs(config: GatewayConfig): number {
  return config.SHUTDOWN_DELAY_MS + config.RENDER_DEADLINE_MS + closingGraceMs;
}
