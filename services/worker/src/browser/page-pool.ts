import { abortedError } from "../failure/aborted.ts";
import type { PrintingPage } from "./printing-page.ts";

export type PagePoolOptions = {
  /** Documents printed at once: more than the cores only makes each slower. */
  maxBusy: number;
  /** Pages kept, idle ones included. */
  maxPages: number;
  /** Documents a page prints before it is replaced. */
  maxDocuments: number;
  open: () => Promise<PrintingPage>;
  /** Told when a page does not close in time. */
  onStuck: () => void;
};

export type PagePool = {
  /**
   * Runs `work` on a page that serves this project and never served another, once one is free. `fresh` asks for a page
   * opened just for this: after a crash those that are there may have died too, and not be known to yet.
   */
  use<T>(
    lease: { projectId: string; fresh: boolean; signal: AbortSignal },
    work: (lease: PageLease) => Promise<T>,
  ): Promise<T>;
  /** Gives up all pages: the browser they belonged to has ended. */
  clear(): void;
  counts(): { busy: number; idle: number; waiting: number };
};

export type PageLease = {
  page: PrintingPage;
  /** Has the page replaced after this document. */
  retire: () => void;
};

type PooledPage = { page: PrintingPage; projectId: string; documents: number };

/** A page that failed may still be at work on what it failed at; a sound one closes when the machine gets to it. */
const closeTimeoutMs = { failed: 2_000, sound: 15_000 };

export function createPagePool(options: PagePoolOptions): PagePool {
  /** Longest unused first. */
  let idle: PooledPage[] = [];
  /** A page that has served nobody yet, opened ahead, so that a project's first document need not wait for it. */
  let spare: Promise<PrintingPage> | undefined;
  let busy = 0;
  const waiting: (() => void)[] = [];

  async function enter(signal: AbortSignal): Promise<void> {
    if (busy < options.maxBusy) {
      busy += 1;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const abort = () => {
      const index = waiting.indexOf(resolve);
      // Its turn has come already: whoever uses the page sees the signal.
      if (index === -1) return;
      waiting.splice(index, 1);
      reject(abortedError(signal, "queue"));
    };
    waiting.push(resolve);
    signal.addEventListener("abort", abort, { once: true });
    try {
      await promise;
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  function leave(): void {
    const next = waiting.shift();
    // The place passes on without becoming free in between.
    if (next) next();
    else busy -= 1;
  }

  function discard(page: PrintingPage): void {
    const timer = setTimeout(options.onStuck, page.isUsable() ? closeTimeoutMs.sound : closeTimeoutMs.failed);
    page
      .close()
      .catch(options.onStuck)
      .finally(() => clearTimeout(timer));
  }

  function prepareSpare(): void {
    if (spare) return;
    const opening = options.open();
    spare = opening;
    opening.catch(() => {
      // The document that needs a page opens one itself and hears why it cannot.
      if (spare === opening) spare = undefined;
    });
  }

  async function takeSpare(): Promise<PrintingPage | undefined> {
    const opened = spare;
    spare = undefined;
    const page = await opened?.catch(() => undefined);
    if (page?.isUsable()) return page;
    if (page) discard(page);
    return undefined;
  }

  async function takePage(projectId: string, fresh: boolean): Promise<PooledPage> {
    for (const pooled of idle) if (!pooled.page.isUsable()) discard(pooled.page);
    idle = idle.filter(({ page }) => page.isUsable());
    const own = fresh ? -1 : idle.findLastIndex((pooled) => pooled.projectId === projectId);
    const [found] = own === -1 ? [] : idle.splice(own, 1);
    if (found) return found;
    if (busy + idle.length > options.maxPages) {
      const oldest = idle.shift();
      if (oldest) discard(oldest.page);
    }
    const page = (fresh ? undefined : await takeSpare()) ?? (await options.open());
    prepareSpare();
    return { page, projectId, documents: 0 };
  }

  /** Waits for a page; one that comes too late is kept for the project's next document. */
  async function unlessAborted(taking: Promise<PooledPage>, signal: AbortSignal): Promise<PooledPage> {
    const { promise: aborted, reject } = Promise.withResolvers<never>();
    const abort = () => {
      reject(abortedError(signal, "queue"));
      taking.then(
        (late) => idle.push(late),
        () => {
          // No page has come, and nobody waits for it.
        },
      );
    };
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    try {
      return await Promise.race([taking, aborted]);
    } finally {
      signal.removeEventListener("abort", abort);
    }
  }

  return {
    async use({ projectId, fresh, signal }, work) {
      if (signal.aborted) throw abortedError(signal, "queue");
      await enter(signal);
      try {
        const pooled = await unlessAborted(takePage(projectId, fresh), signal);
        let retired = false;
        try {
          return await work({ page: pooled.page, retire: () => (retired = true) });
        } finally {
          pooled.documents += 1;
          if (retired || !pooled.page.isUsable() || pooled.documents >= options.maxDocuments) discard(pooled.page);
          else idle.push(pooled);
        }
      } finally {
        leave();
      }
    },
    clear() {
      idle = [];
      spare = undefined;
    },
    counts: () => ({ busy, idle: idle.length, waiting: waiting.length }),
  };
}
