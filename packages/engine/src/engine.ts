import { setUpBrowser, type BrowserSetupOptions } from "./browser-setup.ts";
import { createLauncher } from "./chromium/launcher.ts";
import { memoryLimits, type MemoryLimits } from "./pages/memory-limits.ts";
import { createPdfFinisher } from "./pdf/pdf-finisher.ts";
import { printJob, type Printed, type PrintJob, type PrintLimits } from "./print-job.ts";
import type { HeartbeatTimes } from "./supervision/heartbeat.ts";
import { replacementLimits, type ReplacementLimits } from "./supervision/replacement-limits.ts";
import type { SupervisorHealth } from "./supervision/supervisor-health.ts";
import { createSupervisor } from "./supervision/supervisor.ts";

export type EngineOptions = BrowserSetupOptions & {
  /** Documents printed at once. */
  concurrency: number;
  /** The share of the slots' time that background documents get on a busy service; 0.1 unless given. */
  backgroundShare?: number;
  /** The nice value of renderers with background documents; 10 unless given, and 0 to treat all alike. */
  backgroundNice?: number;
  /** Lets the engine start where the kernel refuses Chromium's sandbox. */
  allowNoSandbox: boolean;
  /** Lays documents out once where that prints the same, which takes less time. The default is true. */
  singleLayout?: boolean;
  limits: PrintLimits & {
    /** Documents a page prints before it is replaced. */
    maxDocumentsPerPage: number;
  };
  /** Limits at which pages and the browser are replaced, instead of the defaults. */
  replacement?: Partial<ReplacementLimits>;
  /** Memory that documents at work may take, instead of the defaults. */
  memory?: Partial<MemoryLimits>;
  /** The times of the heartbeat, instead of the defaults. */
  heartbeat?: HeartbeatTimes;
  /** Called when the engine cannot replace a browser that has ended. */
  onUnavailable?: () => void;
};

export type EngineHealth = SupervisorHealth & {
  isNetworkSealed: boolean;
  /** Why the worker must be restarted: the browser does not answer, and the engine could not replace it. */
  problem: string | undefined;
};

export type Engine = {
  print(job: PrintJob): Promise<Printed>;
  /**
   * The file about the fonts that documents are printed with, for `readKnownFonts`. Undefined on systems whose browser has
   * other fonts too.
   */
  knownFontsPath: string | undefined;
  health(): EngineHealth;
  close(): Promise<void>;
};

/** The supervisor ends and replaces a silent browser within half of this time. */
const silentTooLongMs = 30_000;
/** Time to end a document after its last timeout. */
const drainGraceMs = 5_000;
/** Finishing a PDF takes a hundredth of the time of printing it. The second process is for other accounts. */
const finishers = 2;

/** Starts Chromium, sealed off from network and files, prints documents with it, and replaces it when it ends. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { limits, log } = options;
  const { knownFontsPath, ...setup } = await setUpBrowser(options);
  const supervisor = createSupervisor({
    launcher: createLauncher({ ...setup, allowNoSandbox: options.allowNoSandbox, log }),
    concurrency: options.concurrency,
    backgroundShare: options.backgroundShare ?? 0.1,
    backgroundNice: options.backgroundNice ?? 10,
    limits: replacementLimits(options.concurrency, {
      maxDocumentsPerPage: limits.maxDocumentsPerPage,
      ...options.replacement,
    }),
    memory: memoryLimits(options.memory ?? {}),
    singleLayout: options.singleLayout ?? true,
    drainTimeoutMs: limits.loadTimeoutMs + limits.printTimeoutMs + drainGraceMs,
    log,
    heartbeat: options.heartbeat,
    onUnavailable: options.onUnavailable,
  });
  try {
    await supervisor.start();
  } catch (error) {
    await setup.workFolder.remove();
    throw new Error(
      "The browser did not start. If its sandbox is the cause, allow user namespaces on this machine. If you trust all templates, set RENDER_ALLOW_NO_SANDBOX=1 to run the browser without a sandbox.",
      { cause: error },
    );
  }

  const finisher = createPdfFinisher({ processes: finishers });

  return {
    print: (job) => printJob({ supervisor, finisher, limits }, job),
    knownFontsPath: process.platform === "linux" ? knownFontsPath : undefined,
    health() {
      const health = supervisor.health();
      return { ...health, isNetworkSealed: setup.sealNetwork, problem: silenceProblem(health.silentMs) };
    },
    async close() {
      await Promise.all([supervisor.close(), finisher.close()]);
      await setup.workFolder.remove();
    },
  };
}

function silenceProblem(silentMs: number): string | undefined {
  if (silentMs < silentTooLongMs) return undefined;
  return `The browser has not answered for ${Math.round(silentMs / 1_000)} s, and the worker could not end it. Restart the worker.`;
}
