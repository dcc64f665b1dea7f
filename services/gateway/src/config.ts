import {
  integerVariable,
  pemVariable,
  portVariable,
  queueVariables,
  switchVariable,
  urlVariable,
} from "@platen/config";
import { tracingVariables } from "@platen/telemetry";
import { z } from "zod";

/** The gateway's environment variables. */
export const gatewayVariables = z.object({
  ...queueVariables,
  /** Port of the API and the dashboard; 0 lets the system choose. */
  PORT: portVariable.default(8080),
  /** Port of /startupz, /livez, /readyz and /metrics. Keep it unreachable from outside. 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9080),
  /** Address that customers use, with which links to kept PDFs begin. The dashboard is at this address only; without it, at IP addresses and localhost. With https, the session cookie is marked secure. */
  PUBLIC_URL: urlVariable("http", "https").optional(),
  /** Number of proxies in front of the gateway whose X-Forwarded headers it trusts. */
  TRUST_PROXY: integerVariable(0, 10).default(0),
  /** Time for which a connection without a request stays open. Longer than that of the proxy in front, so that the proxy closes it first. */
  KEEP_ALIVE_TIMEOUT_MS: integerVariable(1_000, 3_600_000).default(125_000),
  /** If on, the gateway takes no documents while Redis runs without its append-only file (appendonly). */
  REQUIRE_DURABLE_QUEUE: switchVariable,
  /** Private key that signs service tokens and grants. No other process may have it. */
  SERVICE_TOKEN_PRIVATE_KEY: pemVariable,
  /** Maximum size of a body with a template or data, decompressed. Every other body has at most 16 KiB. */
  BODY_LIMIT_BYTES: integerVariable(1_024, 100 * 1024 * 1024).default(5 * 1024 * 1024),
  /** Maximum time of a document, from the request to the answer. */
  RENDER_DEADLINE_MS: integerVariable(1_000, 60_000).default(30_000),
  /** Maximum number of documents that one project has in progress, including those that wait. */
  PROJECT_MAX_IN_FLIGHT: integerVariable(1, 1_000_000).default(1_000),
  /** Maximum number of days that a request may have its PDF kept, with `store` and `expiresIn`. Owners of a project may set a lower one. */
  CONTENT_MAX_DAYS: integerVariable(1, 3_650).default(30),
  /** Memory of Redis to reckon with where Redis has no maxmemory. Half of that memory is for the data of documents in progress. */
  REDIS_MEMORY_BYTES: integerVariable(1_000_000, 100_000_000_000_000).default(512 * 1024 * 1024),
  /** Space in Redis for answers to requests with an Idempotency-Key. An answer that does not fit is rendered again. */
  IDEMPOTENCY_KEEP_BYTES: integerVariable(0, 100_000_000_000).default(64 * 1024 * 1024),
  /** Maximum number of requests of one API key per minute. */
  RATE_LIMIT_PER_MINUTE: integerVariable(1, 10_000_000).default(6_000),
  /** Maximum number of failed requests per minute from one IPv4 address, or one IPv6 network of 64 bits: without a good key or session, or malformed. A key or session that worked the last time is not refused. */
  FAILED_REQUESTS_PER_ADDRESS: integerVariable(1, 10_000_000).default(300),
  /** Maximum number of requests of one project per minute, with all its API keys; unless set, twice that of one key. */
  PROJECT_RATE_LIMIT_PER_MINUTE: integerVariable(1, 10_000_000).optional(),
  /** Maximum number of requests of one account per minute in the dashboard; unless set, that of one API key. */
  ACCOUNT_RATE_LIMIT_PER_MINUTE: integerVariable(1, 10_000_000).optional(),
  /** Maximum number of wrong passwords for one account within 15 minutes, from one address or by one browser that has signed in to it before. */
  SIGN_IN_TRIES_PER_ACCOUNT: integerVariable(1, 100_000).default(10),
  /** Maximum number of wrong passwords for one account within 15 minutes, by all browsers that have not signed in to it before. */
  SIGN_IN_TRIES_PER_ACCOUNT_TOTAL: integerVariable(1, 1_000_000).default(100),
  /** Maximum number of successful sign-ins, changes of the password and accepted invitations of one account within 15 minutes. */
  SIGN_INS_PER_ACCOUNT: integerVariable(1, 100_000).default(100),
  /** Maximum number of sign-in attempts from one IPv4 address, or one IPv6 network of 64 bits, within 15 minutes. */
  SIGN_IN_TRIES_PER_ADDRESS: integerVariable(1, 100_000).default(100),
  /** Time between the stop signal and the shutdown, in which the gateway serves but is not ready: load balancers leave it. */
  SHUTDOWN_DELAY_MS: integerVariable(0, 60_000).default(0),
  /** One of so many requests and documents that succeed has its lines in the log. Failures always have them. */
  LOG_SUCCESS_SAMPLE: integerVariable(1, 1_000_000).default(1),
  ...tracingVariables,
});

export type GatewayConfig = Readonly<z.output<typeof gatewayVariables>>;

/** Time after the deadline of the last document, to report its outcome and to close connections. */
const closingGraceMs = 5_000;

/** The maximum time of a shutdown. An orchestrator must wait longer than this before it kills the process. */
export function shutdownTimeoutMs(config: GatewayConfig): number {
  return config.SHUTDOWN_DELAY_MS + config.RENDER_DEADLINE_MS + closingGraceMs;
}
