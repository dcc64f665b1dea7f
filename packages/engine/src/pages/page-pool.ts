import { raceAbort } from "../failure/race-abort.ts";
import type { PrintingPage } from "../printing/printing-page.ts";
import type { OwnedPage } from "./renderer-processes.ts";

export type PagePoolOptions = {
  /** Pages kept, those at work included, the spare one not. */
  maxPages: number;
  /** Documents a page prints before it is replaced. */
  maxDocuments: number;
  open: (mode: PageModeName) => Promise<OwnedPage>;
  /** Ends a page's process; false when that is not possible. */
  killRenderer: (pid: number | undefined) => Promise<boolean>;
  /** Told when a page stays though its process should be gone. */
  onStuck: () => void;
};

/** The pages of one browser. */
export type PagePool = {
  /**
   * Runs `work` on a page that serves this project and never served another, and whose fonts no other document's
   * language decides. `fresh` asks for a page opened just for
   * this: after a crash those that are there may have died too, and not be known to yet.
   */
  use<T>(lease: PageLeaseRequest, work: (lease: PageLease) => Promise<T>): Promise<T>;
  /** Resolves when a page is ready for whoever comes. */
  warm(): Promise<void>;
  /** Replaces pages whose renderer has grown beyond `maxBytes`, and closes those unused for `unusedMs`. */
  tidy(rules: { renderers: ReadonlyMap<number, number>; maxBytes: number; unusedMs: number }): void;
  /** Closes idle pages, longest unused first, until about so much memory is free. False when that is not enough. */
  free(bytes: number, renderers: ReadonlyMap<number, number>): boolean;
  /** Renderers whose memory goes with what they do now: those of pages at work, or closing. */
  passingRenderers(): number[];
  /** Gives up all pages: the browser has ended. */
  clear(): void;
  counts(): { busy: number; idle: number };
};

/** A static page stays with its project; a script page serves a single document. */
export type PageModeName = "static" | "script";

export type PageLeaseRequest = {
  projectId: string;
  /**
   * Languages by which Chromium may search fonts for the document, and which its page then keeps the answers of. A page
   * has documents of one such language at most; a document in several has a page for itself.
   */
  languages: ReadonlySet<string>;
  mode: PageModeName;
  fresh: boolean;
  signal: AbortSignal;
};

export type PageLease = {
  page: PrintingPage;
  /** Has the page replaced after this document. */
  retire: () => void;
};

type PooledPage = OwnedPage & {
  projectId: string;
  /** That of its documents which may have had fonts searched; undefined as long as there are none. */
  language: string | undefined;
  documents: number;
  usedAt: number;
  /** Closed after the document under way. */
  isRetired: boolean;
};

/**
 * Until a spare page is opened beside the document that has taken the last one, unless that is done before: a short one
 * would be slowed down by a third, after a long one its own page may be closed and the spare be needed.
 */
const spareDelayMs = 50;
/** A page that failed may still be at work on what it failed at; a sound one closes when the machine gets to it. */
const closeTimeoutMs = { failed: 1_500, sound: 15_000, killed: 2_000 };

export function createPagePool(options: PagePoolOptions): PagePool {
  /** Longest unused first. */
  let idle: PooledPage[] = [];
  const busy = new Set<PooledPage>();
  const closing = new Set<OwnedPage>();
  /** Pages asked for by documents that are not there yet. */
  let opening = 0;
  /** A page that has served nobody yet, opened ahead, so that a project's first document need not wait for it. */
  let spare: Promise<OwnedPage> | undefined;
  let isCleared = false;

  function onStuck(): void {
    if (!isCleared) options.onStuck();
  }

  /** Closes a page; when it does not close, ends its process, which leaves the others alone; then the browser. */
  function discard(owned: OwnedPage): void {
    const endRenderer = async () => {
      timer = setTimeout(onStuck, closeTimeoutMs.killed);
      if (!(await options.killRenderer(owned.rendererPid)) && closing.has(owned)) onStuck();
    };
    const graceMs = owned.page.isUsable() ? closeTimeoutMs.sound : closeTimeoutMs.failed;
    let timer = setTimeout(() => void endRenderer(), graceMs);
    closing.add(owned);
    owned.page
      .close()
      .catch(onStuck)
      .finally(() => {
        clearTimeout(timer);
        closing.delete(owned);
      });
  }

  function prepareSpare(): void {
    if (spare || isCleared) return;
    const opened = options.open("static");
    spare = opened;
    opened.catch(() => {
      // The document that needs a page opens one itself and hears why it cannot.
      if (spare === opened) spare = undefined;
    });
  }

  async function takeSpare(): Promise<OwnedPage | undefined> {
    const opened = spare;
    spare = undefined;
    const owned = await opened?.catch(() => undefined);
    if (owned?.page.isUsable()) return owned;
    if (owned) discard(owned);
    return undefined;
  }

  /** Closes the idle pages that `isDue`. */
  function closeIdle(isDue: (pooled: PooledPage) => boolean): void {
    const due = new Set(idle.filter(isDue));
    idle = idle.filter((pooled) => !due.has(pooled));
    for (const pooled of due) discard(pooled);
  }

  /** The idle page used last that suits a document of the project. */
  function findIdle({ projectId, languages }: PageLeaseRequest): PooledPage | undefined {
    if (languages.size > 1) return undefined;
    const [language] = languages;
    const own = idle.filter((pooled) => pooled.projectId === projectId && pooled.page.isUsable());
    return (
      own.findLast((pooled) => language === undefined || pooled.language === language) ??
      own.findLast((pooled) => pooled.language === undefined)
    );
  }

  async function takePage(request: PageLeaseRequest): Promise<PooledPage> {
    const { projectId, languages, mode, fresh } = request;
    const [language] = languages;
    const isNew = fresh || mode === "script";
    const found = isNew ? undefined : findIdle(request);
    if (found) {
      idle.splice(idle.indexOf(found), 1);
      found.language ??= language;
      busy.add(found);
      return found;
    }
    closeIdle(({ page }) => !page.isUsable());
    if (busy.size + opening + idle.length >= options.maxPages) {
      const oldest = idle.shift();
      if (oldest) discard(oldest);
    }
    opening += 1;
    try {
      const owned = (isNew ? undefined : await takeSpare()) ?? (await options.open(mode));
      const pooled = {
        ...owned,
        projectId,
        language,
        documents: 0,
        usedAt: performance.now(),
        isRetired: mode === "script" || languages.size > 1,
      };
      busy.add(pooled);
      return pooled;
    } finally {
      opening -= 1;
      setTimeout(prepareSpare, spareDelayMs).unref();
    }
  }

  function giveBack(pooled: PooledPage): void {
    busy.delete(pooled);
    pooled.usedAt = performance.now();
    if (isCleared) return;
    const isDone = pooled.isRetired || !pooled.page.isUsable() || pooled.documents >= options.maxDocuments;
    if (isDone) discard(pooled);
    else idle.push(pooled);
    prepareSpare();
  }

  return {
    async use(lease, work) {
      // One that comes too late is kept for the project's next document.
      const pooled = await raceAbort(takePage(lease), { signal: lease.signal, stage: "queue", onLate: giveBack });
      try {
        return await work({ page: pooled.page, retire: () => (pooled.isRetired = true) });
      } finally {
        pooled.documents += 1;
        giveBack(pooled);
      }
    },

    async warm() {
      prepareSpare();
      await spare;
    },

    tidy({ renderers, maxBytes, unusedMs }) {
      const hasGrown = ({ rendererPid }: PooledPage) => memoryOf(renderers, rendererPid) > maxBytes;
      for (const pooled of busy) if (hasGrown(pooled)) pooled.isRetired = true;
      const unusedSince = performance.now() - unusedMs;
      closeIdle((pooled) => hasGrown(pooled) || pooled.usedAt < unusedSince || !pooled.page.isUsable());
    },

    free(bytes, renderers) {
      let freed = 0;
      closeIdle(({ rendererPid }) => {
        if (freed >= bytes) return false;
        freed += memoryOf(renderers, rendererPid);
        return true;
      });
      return freed >= bytes;
    },

    passingRenderers: () => [...busy, ...closing].flatMap(({ rendererPid }) => rendererPid ?? []),

    clear() {
      isCleared = true;
      idle = [];
      spare = undefined;
    },

    counts: () => ({ busy: busy.size, idle: idle.length }),
  };
}

function memoryOf(renderers: ReadonlyMap<number, number>, pid: number | undefined): number {
  return (pid === undefined ? undefined : renderers.get(pid)) ?? 0;
}
