import { Worker } from "node:worker_threads";
import { abortedError, RenderError } from "@platen/engine/failure";
import type { FilledTemplate, FillerThreadOptions, FillMessage, FillRequest, ThreadMessage } from "./filler-message.ts";
import { processorMs } from "./processor-ms.ts";

export type { FilledTemplate, FillRequest } from "./filler-message.ts";

export type TemplateFillerOptions = {
  /** Threads. With several, a slow template does not delay the others. */
  threads: number;
  /** Limit of the processor time of a template. */
  timeoutMs: number;
  /** Limit of the wall time of a template, whatever processor time it got. The default is ten times `timeoutMs`. */
  maxWallMs?: number;
  maxOutputBytes: number;
  maxHeapBytes: number;
  /** Total length of the compiled sources that each thread keeps. */
  maxKeptLength?: number;
  /** Reads how much processor time a thread has used since its start. */
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
  /** Whether it has started. Before that it gets no work, because the start would use up the time of the work. */
  isReady: boolean;
  work: Work | undefined;
  /** Processor time that it had used at its last message. */
  usedMs: number;
  /** The next check of its processor time, and the end of its wall time. */
  timeCheck: NodeJS.Timeout | undefined;
  end: NodeJS.Timeout | undefined;
  /** Sources that it has received and may still keep. */
  sourceIds: Set<string>;
};

const keptTemplates = 500;
const shortestWaitMs = 10;

/**
 * Fills Mustache templates in separate threads. A template that takes too much time or memory costs its thread, which
 * is replaced, and never blocks the worker's event loop.
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
      // Filling a template needs nothing of the worker's environment.
      env: {},
      execArgv: [],
    });
    const thread: Thread = {
      worker,
      isReady: false,
      work: undefined,
      usedMs: 0,
      timeCheck: undefined,
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
    clearTimeout(thread.timeCheck);
    clearTimeout(thread.end);
    thread.work = undefined;
    return work;
  }

  function replace(thread: Thread, error: RenderError): void {
    if (!threads.delete(thread)) return;
    // If a thread cannot start, a request that waits for one gets the error.
    const work = thread.isReady ? release(thread) : waiting.shift();
    work?.reject(error);
    thread.worker.terminate().catch(() => {
      // The thread has ended already.
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
      scheduleTimeCheck(thread, timeoutMs);
      post(thread, work.request, !thread.sourceIds.has(work.request.sourceId));
    }
  }

  /**
   * Ends a thread when its work has used up its processor time. Processor time never passes faster than wall time. So
   * the check comes only when the limit may be reached, and most work is done before. A thread that waits for the
   * processor keeps its time.
   */
  function scheduleTimeCheck(thread: Thread, waitMs: number): void {
    const { work } = thread;
    const check = async () => {
      try {
        const usedMs = (await readProcessorMs(thread.worker)) - thread.usedMs;
        if (thread.work !== work) return;
        if (usedMs >= timeoutMs) endLate(thread, `${timeoutMs} ms of processor time`);
        else scheduleTimeCheck(thread, Math.max(shortestWaitMs, timeoutMs - usedMs));
      } catch {
        // The thread has ended meanwhile.
      }
    };
    thread.timeCheck = setTimeout(() => void check(), waitMs);
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
        // A thread that fills it continues until it is done or times out: a new thread would cost more.
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
