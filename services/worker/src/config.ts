import { availableParallelism } from "node:os";
import {
  integerVariable,
  pemVariable,
  portVariable,
  queueVariables,
  shareVariable,
  switchedOnVariable,
  switchVariable,
} from "@platen/config";
import { tracingVariables } from "@platen/telemetry";
import { z } from "zod";

const megabyte = 1_000_000;
const minute = 60_000;

/** The variables of the worker. */
export const workerVariables = z.object({
  ...queueVariables,
  /** Port of /startupz, /livez, /readyz and /metrics. Keep it unreachable from outside. 0 lets the system choose. */
  MANAGEMENT_PORT: portVariable.default(9082),
  /** Refuses to become ready while Redis keeps no append-only file (`appendonly no`). */
  REQUIRE_DURABLE_QUEUE: switchVariable,
  /** Public keys that the grants of jobs are signed with, in PEM. */
  SERVICE_TOKEN_PUBLIC_KEY: pemVariable,
  /** Public keys that the courier signs the grants of its jobs with, in PEM. Not set: such jobs fail. */
  COURIER_TOKEN_PUBLIC_KEY: pemVariable.optional(),
  /** The browser: chromium-headless-shell, or full Chromium, which is slower. */
  CHROMIUM_PATH: z.string(),
  /** Folder for browser profiles and fonts, which the browser's user can enter. */
  WORK_DIR: z.string().startsWith("/", "must be an absolute path").default("/tmp/platen"),
  /** Folder of fonts of your own (TTF or OTF), looked through with all below it; the browser's user must be able to read it. */
  FONTS_DIR: z.string().startsWith("/", "must be an absolute path").optional(),
  /** Runs even where the kernel refuses Chromium's sandbox. Use it only if you trust all templates. */
  RENDER_ALLOW_NO_SANDBOX: switchVariable,
  /** Lays documents out once where that prints the same, up to 1.9 times as fast. Switch it off if a template prints wrongly. */
  RENDER_SINGLE_LAYOUT: switchedOnVariable,
  /** Documents printed at once; more than there are cores makes each one slower. */
  RENDER_CONCURRENCY: integerVariable(1, 64).default(availableParallelism()),
  /** Documents that this worker prints: those that callers wait for, those of the background, or all. */
  WORKER_LANES: z.enum(["all", "interactive", "background"]).default("all"),
  /** Share of the printing time that background documents get on a busy worker. 0 prints them only while slots are free. */
  BACKGROUND_SHARE: shareVariable.default(0.1),
  /** Niceness of the processes that print background documents, from 0 (as all others) to 19. */
  BACKGROUND_NICE: integerVariable(0, 19).default(10),
  /** Pages kept open for the projects served last, busy ones included. Each takes 12 to 40 MB. */
  RENDER_PAGES_KEPT: integerVariable(1, 1_000).default(32),
  /** Documents after which the browser is replaced. Its successor is ready before it ends. */
  BROWSER_MAX_DOCUMENTS: integerVariable(1, 100_000_000).default(10_000),
  /** Memory at which the browser is replaced. Unless set, 400 MB and another 400 MB per document printed at once. */
  BROWSER_MAX_BYTES: integerVariable(100 * megabyte, 1_000_000 * megabyte).optional(),
  /** Memory at which a document is ended. Unless set, 1 GB, or 45 % of the container's memory if that is less. */
  RENDERER_MAX_BYTES: integerVariable(50 * megabyte, 1_000_000 * megabyte).optional(),
  /** Age at which the browser is replaced. */
  BROWSER_MAX_AGE_MS: integerVariable(60_000, 30 * 24 * 60 * minute).default(6 * 60 * minute),
  /** Longest time a document may take to load. */
  RENDER_LOAD_TIMEOUT_MS: integerVariable(100, 60_000).default(15_000),
  /** Longest time a document may take to print. */
  RENDER_PRINT_TIMEOUT_MS: integerVariable(100, 60_000).default(25_000),
  /** Longest processor time that filling a template and reading its HTML may take. By the clock it may take ten times as long. */
  TEMPLATE_TIMEOUT_MS: integerVariable(50, 60_000).default(2_000),
  /** Largest filled HTML. */
  MAX_HTML_BYTES: integerVariable(1_000, 200 * megabyte).default(20 * megabyte),
  /** Largest PDF. */
  MAX_PDF_BYTES: integerVariable(1_000, 200 * megabyte).default(50 * megabyte),
  /** Most pages of a document. */
  MAX_PAGES: integerVariable(1, 100_000).default(1_000),
  /** Time for documents under way after the signal to stop. The others go back to the queue. */
  SHUTDOWN_GRACE_MS: integerVariable(0, 300_000).default(15_000),
  /** One of so many requests and documents that succeed has its lines in the log. Failures always have them. */
  LOG_SUCCESS_SAMPLE: integerVariable(1, 1_000_000).default(1),
  ...tracingVariables,
});

export type WorkerConfig = Readonly<z.output<typeof workerVariables>>;

/** Time beyond the documents' own grace, to report them and to end the browser. */
const closingGraceMs = 10_000;

/** The longest time that the worker takes to stop. Its supervisor must wait longer. */
export function shutdownTimeoutMs(config: WorkerConfig): number {
  return config.SHUTDOWN_GRACE_MS + closingGraceMs;
}
