import { readFileSync } from "node:fs";
import type { Holder } from "@platen/contracts/holder";
import { RenderError } from "../failure/render-error.ts";
import { barredMs, type BarredAccounts } from "./barred-accounts.ts";
import type { MemoryLimits } from "./memory-limits.ts";
import { busyShare, createThreadLoad, readAllThreads, type ThreadLoad } from "./thread-load.ts";

/** A renderer process with a document of an account. */
export type WatchedRenderer = {
  pid: number | undefined;
  runsScripts: boolean;
  /** Whether the document may ask much of the browser's own process: by scripts, frames or players. */
  asksBrowser: boolean;
  holder: Holder;
};

/**
 * Ends documents that take too much memory before the system ends the worker with all its documents, and documents that
 * keep the browser's own process busy, for which all documents then wait.
 */
export type RendererWatch = {
  /**
   * Runs `work` on a renderer and kills the renderer beyond the limits. `work` must fail when its renderer ends. Throws
   * `memory_exceeded`, `render_failed` for a document that keeps the browser busy, or `browser_crashed` for a document that may be printed when fewer documents are at work.
   */
  whileWatched<T>(renderer: WatchedRenderer, work: () => Promise<T>): Promise<T>;
};

export type RendererWatchOptions = {
  /** The browser's own process, which keeps what scripts store outside their renderer, such as blobs. */
  browserPid: number;
  limits: MemoryLimits;
  barred: BarredAccounts;
  /** Resolves when the browser answers. */
  ping: () => Promise<void>;
  /** Called for a browser that still works off what a document asked for after the document has ended. */
  onStuck: () => void;
  /** The memory of a process in bytes; 0 where the system does not tell. */
  readBytes?: (pid: number) => number;
  kill?: (pid: number) => void;
  /** The load of first threads. */
  load?: ThreadLoad;
  /** The load of all threads of a renderer. */
  processLoad?: ThreadLoad;
  now?: () => number;
};

type Watched = WatchedRenderer & { failure: RenderError | undefined };

/** Reading one process takes about 30 microseconds, and a script fills about 200 MB in this time. */
const intervalMs = 100;

/** A browser that ran for so long without a pause has more to do than documents ask for that wait for a busy machine. */
const leastBusyRunMs = 500;
/**
 * A browser that has work but seldom runs is starved. A renderer that takes more processors meanwhile is the cause: only
 * scripts start so many threads.
 */
const maxProcessors = 1.3;
/** A browser that does not answer so long after such a document has ended is replaced, which takes less than waiting for it. */
const aftermathMs = 200;
/**
 * A browser that is busy again so soon may still work for the document that has ended: on a machine with other work, for
 * seconds. It is replaced, and the documents on it are printed by the next browser, which finds the cause if there is one.
 */
const doubtMs = 3_000;

export function createRendererWatch({
  browserPid,
  limits,
  barred,
  ping,
  onStuck,
  readBytes = readPrivateBytes,
  kill = killProcess,
  load = createThreadLoad(),
  processLoad = createThreadLoad({ readTimes: readAllThreads }),
  now = () => performance.now(),
}: RendererWatchOptions): RendererWatch {
  const watched = new Set<Watched>();
  /** Whether the browser may still work for a document that has ended, so that no document is to blame. */
  let isAftermath = false;
  let doubtfulUntil = -Infinity;
  let lookTimer: NodeJS.Timeout | undefined;

  function end(renderer: Watched, failure: RenderError): void {
    if (renderer.pid === undefined || renderer.failure) return;
    renderer.failure = failure;
    kill(renderer.pid);
  }

  /** Waits until the browser has worked off what a document asked for that has ended: a document beside is not to blame. */
  async function awaitAnswer(): Promise<void> {
    isAftermath = true;
    const timer = setTimeout(onStuck, aftermathMs);
    await ping().catch(() => {
      // The browser has ended.
    });
    clearTimeout(timer);
    forgetLoads();
    isAftermath = false;
    doubtfulUntil = now() + doubtMs;
  }

  function forgetLoads(): void {
    load.reset();
    processLoad.reset();
  }

  function endBusyDocument(): void {
    if (isAftermath) return;
    const asking = [...watched].flatMap((renderer) => {
      const { pid, asksBrowser, failure } = renderer;
      if (pid === undefined || !asksBrowser || failure) return [];
      return [{ renderer, share: load.of(pid).share, processors: processLoad.of(pid).share }];
    });
    if (asking.length === 0) {
      forgetLoads();
      return;
    }
    const { share, busyRunMs } = load.of(browserPid);
    if (share < busyShare) return;
    const [busiest] =
      busyRunMs >= leastBusyRunMs
        ? asking.toSorted((one, other) => other.share - one.share)
        : asking
            .filter(({ processors }) => processors >= maxProcessors)
            .toSorted((one, other) => other.processors - one.processors);
    if (!busiest) return;
    if (now() < doubtfulUntil) {
      isAftermath = true;
      onStuck();
      return;
    }
    end(busiest.renderer, browserKeptBusy());
    barred.add(busiest.renderer.holder);
    void awaitAnswer();
  }

  function look(): void {
    endBusyDocument();
    const living = [...watched].flatMap((renderer) => {
      const { pid, failure } = renderer;
      return pid === undefined || failure ? [] : [{ renderer, bytes: readBytes(pid) }];
    });
    for (const { renderer, bytes } of living) {
      if (bytes > limits.maxRendererBytes) end(renderer, memoryExceeded(limits.maxRendererBytes));
    }
    const totalBytes = living.reduce((sum, { bytes }) => sum + bytes, readBytes(browserPid));
    if (totalBytes <= limits.maxTotalBytes || living.some(({ renderer }) => renderer.failure)) return;
    // Only scripts fill the browser's own process.
    const [largest] = living.toSorted(
      (one, other) => Number(other.renderer.runsScripts) - Number(one.renderer.runsScripts) || other.bytes - one.bytes,
    );
    const isAlone = living.length === 1;
    if (largest) {
      end(largest.renderer, isAlone ? memoryExceeded(limits.maxTotalBytes) : new RenderError("browser_crashed"));
    }
  }

  return {
    async whileWatched({ pid, runsScripts, asksBrowser, holder }, work) {
      if (asksBrowser && barred.has(holder)) throw browserKeptBusy();
      const renderer: Watched = { pid, runsScripts, asksBrowser, holder, failure: undefined };
      watched.add(renderer);
      lookTimer ??= setInterval(look, intervalMs);
      try {
        return await work();
      } catch (error) {
        throw renderer.failure ?? error;
      } finally {
        watched.delete(renderer);
        if (watched.size === 0) {
          clearInterval(lookTimer);
          lookTimer = undefined;
        }
      }
    },
  };
}

function memoryExceeded(maxBytes: number): RenderError {
  return new RenderError("memory_exceeded", {
    detail: `The page of the document exceeds the limit of ${Math.floor(maxBytes / 1_000_000)} MB of memory. Use fewer or smaller pictures, split the document, or let its scripts keep less.`,
  });
}

function browserKeptBusy(): RenderError {
  return new RenderError("render_failed", {
    stage: "load",
    detail: `The document, or another one of the account in the last ${barredMs / 1_000} seconds, kept the browser busy for a second with its scripts, frames or players. Use fewer frames and players, and let scripts open fewer documents, load fewer files and start fewer workers.`,
  });
}

/**
 * Reads the memory that a process does not share with a file. Every user may read it. It reads synchronously: the file
 * is in memory, and the process grows while a promise waits.
 */
function readPrivateBytes(pid: number): number {
  if (process.platform !== "linux") return 0;
  try {
    const status = readFileSync(`/proc/${pid}/status`, "latin1");
    const parts = [...status.matchAll(/^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm)];
    return parts.reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1_024, 0);
  } catch {
    // The process has ended.
    return 0;
  }
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch {
    // The process has ended.
  }
}
