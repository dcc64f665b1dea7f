import { readFileSync } from "node:fs";
import { RenderError } from "../failure/render-error.ts";
import type { MemoryLimits } from "./memory-limits.ts";

/** A renderer process with a document. */
export type WatchedRenderer = { pid: number | undefined; runsScripts: boolean };

/** Ends documents that take too much memory before the system ends the worker with all its documents. */
export type MemoryWatch = {
  /**
   * Runs `work` on a renderer and kills the renderer beyond the limits. `work` must fail when its renderer ends. Throws
   * `memory_exceeded`, or `browser_crashed` for a document that may be printed when fewer documents are at work.
   */
  whileWatched<T>(renderer: WatchedRenderer, work: () => Promise<T>): Promise<T>;
};

export type MemoryWatchOptions = {
  /** The browser's own process, which keeps what scripts store outside their renderer, such as blobs. */
  browserPid: number;
  limits: MemoryLimits;
  /** The memory of a process in bytes; 0 where the system does not tell. */
  readBytes?: (pid: number) => number;
  kill?: (pid: number) => void;
};

type Watched = WatchedRenderer & { failure: RenderError | undefined };

/** Reading one process takes about 30 microseconds, and a script fills about 200 MB in this time. */
const intervalMs = 100;

export function createMemoryWatch({
  browserPid,
  limits,
  readBytes = readPrivateBytes,
  kill = killProcess,
}: MemoryWatchOptions): MemoryWatch {
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | undefined;

  function end(renderer: Watched, failure: RenderError): void {
    if (renderer.pid === undefined || renderer.failure) return;
    renderer.failure = failure;
    kill(renderer.pid);
  }

  function look(): void {
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
    async whileWatched({ pid, runsScripts }, work) {
      const renderer: Watched = { pid, runsScripts, failure: undefined };
      watched.add(renderer);
      timer ??= setInterval(look, intervalMs);
      try {
        return await work();
      } catch (error) {
        throw renderer.failure ?? error;
      } finally {
        watched.delete(renderer);
        if (watched.size === 0) {
          clearInterval(timer);
          timer = undefined;
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
