import type { Holder } from "@platen/contracts/holder";
import { raceAbort } from "../failure/race-abort.ts";
import type { PrintingPage } from "../printing/printing-page.ts";
import { createPageCloser, type PageCloserOptions } from "./page-closer.ts";
import type { RendererWatch } from "./renderer-watch.ts";
import type { Lane } from "./concurrency-limiter.ts";
import type { OwnedPage } from "./renderer-processes.ts";
import { createSparePage } from "./spare-page.ts";

export type PagePoolOptions = PageCloserOptions & {
  /** Pages kept: idle and busy ones, without the spare page. */
  maxPages: number;
  /** Documents a page prints before it is replaced. */
  maxDocuments: number;
  open: (mode: PageModeName) => Promise<OwnedPage>;
  rendererWatch: RendererWatch;
  /** Lets all other renderers go first. No renderer gets its priority back, so its page stays in the background lane. */
  lowerPriority: (pid: number | undefined) => void;
};

/** The pages of one browser. */
export type PagePool = {
  /**
   * Runs `work` on a page that has served no other project and no other lane, and whose fonts no other document's language decides.
   * `fresh` requests a newly opened page: after a crash, the pages at hand may have crashed too before the pool knows
   * it.
   */
  use<T>(request: PageLeaseRequest, work: (lease: PageLease) => Promise<T>): Promise<T>;
  /** Resolves when the spare page is open. */
  warm(): Promise<void>;
  /** Replaces pages whose renderer has grown beyond `maxBytes`, and closes those unused for `unusedMs`. */
  tidy(rules: { renderers: ReadonlyMap<number, number>; maxBytes: number; unusedMs: number }): void;
  /** Closes idle pages, longest unused first, until about `bytes` are free. False if that is not enough. */
  free(bytes: number, renderers: ReadonlyMap<number, number>): boolean;
  /** Renderers of busy and closing pages. They free their memory when their work ends. */
  transientRenderers(): number[];
  /** Forgets all pages, because the browser has ended. */
  clear(): void;
  counts(): { busy: number; idle: number };
};

/** A static page stays with its project; a script page serves a single document. */
export type PageModeName = "static" | "script";

export type PageLeaseRequest = {
  projectId: string;
  /** For whom the project counts where projects share slots. */
  holder: Holder;
  lane: Lane;
  /**
   * Languages by which Chromium may search fonts for the document. The page keeps the results of such searches. So a
   * page serves documents of one such language at most. A document in several languages gets a page of its own.
   */
  languages: ReadonlySet<string>;
  mode: PageModeName;
  /** Whether the document may ask much of the browser's own process: by scripts, frames or players. */
  asksBrowser: boolean;
  fresh: boolean;
  signal: AbortSignal;
};

export type PageLease = {
  page: PrintingPage;
  /** Replaces the page after this document. */
  retire: () => void;
};

type PooledPage = OwnedPage & {
  projectId: string;
  lane: Lane;
  /** The language of its documents that may have searched fonts; undefined before the first such document. */
  language: string | undefined;
  documents: number;
  usedAt: number;
  /** Whether the page is closed after the document under way. */
  isRetired: boolean;
};

/**
 * The delay before the pool opens a spare page beside the document that took the last one. The pool opens it sooner if
 * the document ends sooner: opening it beside a short document would slow that document down by a third. A long
 * document may cost its own page, so the spare page is needed after it.
 */
const spareDelayMs = 50;

export function createPagePool(options: PagePoolOptions): PagePool {
  /** Idle pages, longest unused first. */
  let idle: PooledPage[] = [];
  const busy = new Set<PooledPage>();
  /** Pages that documents wait for. */
  let opening = 0;
  let isCleared = false;

  const closer = createPageCloser({
    killRenderer: options.killRenderer,
    onStuck: () => {
      if (!isCleared) options.onStuck();
    },
  });
  const discard = (owned: OwnedPage) => closer.close(owned);
  const spare = createSparePage(() => options.open("static"), discard);

  /** Closes the idle pages for which `isDue` is true. */
  function closeIdle(isDue: (pooled: PooledPage) => boolean): void {
    const due = new Set(idle.filter(isDue));
    idle = idle.filter((pooled) => !due.has(pooled));
    for (const pooled of due) discard(pooled);
  }

  /** The idle page used last that suits the document. */
  function findIdle({ projectId, lane, languages }: PageLeaseRequest): PooledPage | undefined {
    if (languages.size > 1) return undefined;
    const [language] = languages;
    const own = idle.filter(
      (pooled) => pooled.projectId === projectId && pooled.lane === lane && pooled.page.isUsable(),
    );
    return (
      own.findLast((pooled) => language === undefined || pooled.language === language) ??
      own.findLast((pooled) => pooled.language === undefined)
    );
  }

  async function acquirePage(request: PageLeaseRequest): Promise<PooledPage> {
    const { projectId, lane, languages, mode, fresh } = request;
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
      const owned = (isNew ? undefined : await spare.take()) ?? (await options.open(mode));
      if (lane === "background") options.lowerPriority(owned.rendererPid);
      const pooled = {
        ...owned,
        projectId,
        lane,
        language,
        documents: 0,
        usedAt: performance.now(),
        isRetired: mode === "script" || languages.size > 1,
      };
      busy.add(pooled);
      return pooled;
    } finally {
      opening -= 1;
      setTimeout(() => spare.prepare(), spareDelayMs).unref();
    }
  }

  function releasePage(pooled: PooledPage): void {
    busy.delete(pooled);
    pooled.usedAt = performance.now();
    if (isCleared) return;
    const isDone = pooled.isRetired || !pooled.page.isUsable() || pooled.documents >= options.maxDocuments;
    if (isDone) discard(pooled);
    else idle.push(pooled);
    spare.prepare();
  }

  return {
    async use(request, work) {
      // A page that comes too late is kept for the project's next document.
      const { signal } = request;
      const pooled = await raceAbort(acquirePage(request), { signal, stage: "queue", onLate: releasePage });
      try {
        const { holder, asksBrowser, mode } = request;
        const renderer = { pid: pooled.rendererPid, runsScripts: mode === "script", asksBrowser, holder };
        return await options.rendererWatch.whileWatched(renderer, () =>
          work({ page: pooled.page, retire: () => (pooled.isRetired = true) }),
        );
      } finally {
        pooled.documents += 1;
        releasePage(pooled);
      }
    },

    async warm() {
      spare.prepare();
      await spare.opened();
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

    transientRenderers: () => [...busy, ...closer.closing].flatMap(({ rendererPid }) => rendererPid ?? []),

    clear() {
      isCleared = true;
      idle = [];
      spare.clear();
    },

    counts: () => ({ busy: busy.size, idle: idle.length }),
  };
}

function memoryOf(renderers: ReadonlyMap<number, number>, pid: number | undefined): number {
  return (pid === undefined ? undefined : renderers.get(pid)) ?? 0;
}
