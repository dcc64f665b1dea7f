import { availableParallelism } from "node:os";
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

const megabyte = 1_000_000;
const minute = 60_000;

/** The variables of the worker. */
export const workerVariables = z.object({
  /** Address to listen on; in a container 0.0.0.0. */
  HOST: z.string().default("127.0.0.1"),
  /** Port of /startupz, /livez, /readyz and /metrics. Keep it unreachable from outside. 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9082),
  /** Where the catalog answers. */
  CATALOG_URL: urlVariable("http", "https"),
  /** The Redis that all gateways and workers share, with its password; rediss:// for TLS. */
  REDIS_URL: urlVariable("redis", "rediss"),
  /** What the names of all keys in Redis begin with; the same for gateways and workers. */
  REDIS_PREFIX: z.string().default("platen:"),
  /** Is not ready with a Redis that keeps no log (appendonly). */
  REQUIRE_DURABLE_QUEUE: switchVariable,
  /** Public keys that the grants of jobs are signed with, in PEM. */
  SERVICE_TOKEN_PUBLIC_KEY: pemVariable,
  /** The browser: chromium-headless-shell, or full Chromium, which is slower. */
  CHROMIUM_PATH: z.string(),
  /** Folder for browser profiles and fonts, which the browser's user can enter. */
  WORK_DIR: z.string().startsWith("/", "must be an absolute path").default("/tmp/platen"),
  /** Folder of fonts of your own (TTF or OTF), looked through with all below it; the browser's user must be able to read it. */
  FONTS_DIR: z.string().startsWith("/", "must be an absolute path").optional(),
  /** Runs even where the kernel refuses Chromium's sandbox: only for templates that are all trusted. */
  RENDER_ALLOW_NO_SANDBOX: switchVariable,
  /** Documents printed at once; more than the cores makes each slower. */
  RENDER_CONCURRENCY: integerVariable(1, 64).default(availableParallelism()),
  /** Pages kept warm for the projects served last, those at work included. Each takes 12 to 40 MB. */
  RENDER_PAGES_KEPT: integerVariable(1, 1_000).default(32),
  /** After so many documents the browser is replaced, by one that is ready before it goes. */
  BROWSER_MAX_DOCUMENTS: integerVariable(1, 100_000_000).default(10_000),
  /** The browser is replaced when it holds more memory than this; otherwise at 400 MB and 400 more per document at once. */
  BROWSER_MAX_BYTES: integerVariable(100 * megabyte, 1_000_000 * megabyte).optional(),
  /** The browser is replaced, too, when it has run this long. */
  BROWSER_MAX_AGE_MS: integerVariable(60_000, 30 * 24 * 60 * minute).default(6 * 60 * minute),
  /** Longest time a document may take to load. */
  RENDER_LOAD_TIMEOUT_MS: integerVariable(100, 60_000).default(15_000),
  /** Longest time it may take to print. */
  RENDER_PRINT_TIMEOUT_MS: integerVariable(100, 60_000).default(25_000),
  /** Most processor time that a template may take to be filled; by the clock, ten times as long. */
  TEMPLATE_TIMEOUT_MS: integerVariable(50, 60_000).default(2_000),
  /** Largest filled HTML. */
  MAX_HTML_BYTES: integerVariable(1_000, 200 * megabyte).default(20 * megabyte),
  /** Largest PDF. */
  MAX_PDF_BYTES: integerVariable(1_000, 200 * megabyte).default(50 * megabyte),
  /** Most pages of a document. */
  MAX_PAGES: integerVariable(1, 100_000).default(1_000),
  /** Time for documents under way after the order to stop; those not done by then go back to the queue. */
  SHUTDOWN_GRACE_MS: integerVariable(0, 300_000).default(15_000),
  /** How much is logged, as JSON lines on standard output. */
  LOG_LEVEL: logLevelVariable.default("info"),
  ...tracingVariables,
});

export type WorkerConfig = Readonly<z.output<typeof workerVariables>>;

/** Beyond the grace of the documents: time to report them and to end the browser. */
const closingGraceMs = 10_000;

/** The longest that the worker takes to stop; whoever runs it must wait longer. */
export function stopsWithinMs(config: WorkerConfig): number {
  return config.SHUTDOWN_GRACE_MS + closingGraceMs;
}
