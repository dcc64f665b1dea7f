import { Worker } from "node:worker_threads";
import { abortedError, RenderError } from "@platen/engine/failure";
import type { FilledTemplate, FillerThreadOptions, FillMessage, FillRequest, ThreadMessage } from "./filler-message.ts";
import { processorMs } from "./processor-ms.ts";

export type { FilledTemplate, FillRequest } from "./filler-message.ts";

export type TemplateFillerOptions = {
  /** Threads, so that one slow template does not hold up the others. */
  threads: number;
  /** Processor time that a template may take. */
  timeoutMs: number;
  /** Time by the clock after which a thread is ended that is not done, however little of the processor it got; unless given, ten times as long. */
  maxWallMs?: number;
  maxOutputBytes: number;
  maxHeapBytes: number;
  /** Length of the sources that each thread keeps compiled. */
  maxKeptLength?: number;
  /** Reads how much processor time a thread has used since it was started. */
  readProcessorMs?: (worker: Worker) => Promise<number>;
};

export type TemplateFiller = {
  fillTemplate(request: FillRequest, signal: AbortSignal): Promise<FilledTemplate>;
  close(): Promise<void>;
};

type Work = {
  request: FillRequest;
  resolve: (filled: FilledTemplate) => void;
  reject: (error: unknown) => void;
};

type Thread = {
  worker: Worker;
  /** It has started. Until then it gets no work, whose time would pass with its start. */
  isReady: boolean;
  work: Work | undefined;
  /** Processor time that it had used when it last said something. */
  usedMs: number;
  /** When its work is looked at next, and when it is ended. */
  nextLook: NodeJS.Timeout | undefined;
  end: NodeJS.Timeout | undefined;
  /** Sources that it has been sent and may still keep. */
  sourceIds: Set<string>;
};

const keptTemplates = 500;
const shortestWaitMs = 10;

/**
 * Fills Mustache templates in threads of their own: a template or data that takes too long or too much memory costs
 * its thread, which is replaced, and never the worker's event loop.
 */
export function createTemplateFiller(options: TemplateFillerOptions): TemplateFiller {
  const { timeoutMs, maxWallMs = 10 * timeoutMs } = options;
  const { readProcessorMs = async (worker: Worker) => processorMs(await worker.cpuUsage()) } = options;
  const threads = new Set<Thread>();
  const waiting: Work[] = [];
  let closed = false;
  for (let count = 0; count < options.threads; count++) startThread();

  function startThread(): void {
    const workerData: FillerThreadOptions = {
      maxOutputLength: options.maxOutputBytes,
      maxCachedTemplates: keptTemplates,
      maxCachedLength: options.maxKeptLength ?? 20_000_000,
    };
    const worker = new Worker(new URL("./filler-thread.ts", import.meta.url), {
      workerData,
      resourceLimits: { maxOldGenerationSizeMb: Math.ceil(options.maxHeapBytes / 1_048_576) },
      // Nothing of the worker's environment is needed to fill a template.
      env: {},
      execArgv: [],
    });
    const thread: Thread = {
      worker,
      isReady: false,
      work: undefined,
      usedMs: 0,
      nextLook: undefined,
      end: undefined,
      sourceIds: new Set(),
    };
    threads.add(thread);
    worker.on("message", ({ reply, processorMs: usedMs }: ThreadMessage) => {
      thread.usedMs = usedMs;
      if (!reply) {
        thread.isReady = true;
        startNext();
        return;
      }
      if (!reply.ok && reply.needsSource) {
        if (thread.work) post(thread, thread.work.request, true);
        return;
      }
      const work = release(thread);
      if (reply.ok) work?.resolve(reply.filled);
      else {
        const { code, message, details } = reply.failure;
        work?.reject(new RenderError(code, { stage: "template", detail: message, ...(details && { details }) }));
      }
      startNext();
    });
    worker.on("error", (error) => {
      const isOutOfMemory = "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
      replace(
        thread,
        isOutOfMemory
          ? new RenderError("document_too_large", {
              stage: "template",
              detail: "Filling the template used too much memory. Send less data or simplify the template.",
            })
          : new RenderError("unknown", { stage: "template", cause: error }),
      );
    });
    worker.on("exit", () => {
      replace(thread, new RenderError("unknown", { stage: "template" }));
    });
  }

  function release(thread: Thread): Work | undefined {
    const { work } = thread;
    clearTimeout(thread.nextLook);
    clearTimeout(thread.end);
    thread.work = undefined;
    return work;
  }

  function replace(thread: Thread, error: RenderError): void {
    if (!threads.delete(thread)) return;
    // When threads cannot start, those who wait for one hear of it.
    const work = thread.isReady ? release(thread) : waiting.shift();
    work?.reject(error);
    thread.worker.terminate().catch(() => {
      // A thread that has ended already.
    });
    if (closed) return;
    startThread();
    startNext();
  }

  function startNext(): void {
    for (const thread of threads) {
      if (thread.work || !thread.isReady) continue;
      const work = waiting.shift();
      if (!work) return;
      thread.work = work;
      thread.end = setTimeout(() => {
        endLate(thread, `${maxWallMs} ms`);
      }, maxWallMs);
      checkReplacement(thread, timeoutMs);
      post(thread, work.request, !thread.sourceIds.has(work.request.sourceId));
    }
  }

  /**
   * Ends a thread whose work has taken its processor time. It cannot take it faster than the clock goes, so it is asked
   * only when it may have; most work is done before. A thread that waits for the processor has its time left.
   */
  function checkReplacement(thread: Thread, waitMs: number): void {
    const { work } = thread;
    const look = async () => {
      try {
        const usedMs = (await readProcessorMs(thread.worker)) - thread.usedMs;
        if (thread.work !== work) return;
        if (usedMs >= timeoutMs) endLate(thread, `${timeoutMs} ms of processor time`);
        else checkReplacement(thread, Math.max(shortestWaitMs, timeoutMs - usedMs));
      } catch {
        // A thread that has ended meanwhile.
      }
    };
    thread.nextLook = setTimeout(() => void look(), waitMs);
  }

  function endLate(thread: Thread, time: string): void {
    const detail = `Filling the template exceeded the limit of ${time}.`;
    replace(thread, new RenderError("render_timeout", { stage: "template", retryable: false, detail }));
  }

  function post(thread: Thread, { html, css, ...request }: FillRequest, withSource: boolean): void {
    if (thread.sourceIds.size >= keptTemplates) thread.sourceIds.clear();
    thread.sourceIds.add(request.sourceId);
    const message: FillMessage = { ...request, source: withSource ? { html, css } : undefined };
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.worker.postMessage(message);
  }

  return {
    async fillTemplate(request, signal) {
      if (signal.aborted) throw abortedError(signal, "template");
      const { promise, resolve, reject } = Promise.withResolvers<FilledTemplate>();
      const work: Work = { request, resolve, reject };
      const abort = () => {
        const index = waiting.indexOf(work);
        if (index !== -1) waiting.splice(index, 1);
        // A thread that is filling it goes on until it is done or its time is up: starting a new one costs more.
        reject(abortedError(signal, "template"));
      };
      signal.addEventListener("abort", abort, { once: true });
      waiting.push(work);
      startNext();
      try {
        return await promise;
      } finally {
        signal.removeEventListener("abort", abort);
      }
    },
    async close() {
      closed = true;
      for (const work of waiting.splice(0)) work.reject(new RenderError("cancelled"));
      await Promise.all([...threads].map((thread) => thread.worker.terminate()));
    },
  };
}
