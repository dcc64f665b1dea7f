import { afterEach, describe, expect, jest, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createPagePool, type PageLeaseRequest } from "./page-pool.ts";
import type { PrintingPage } from "../printing/printing-page.ts";

/** A pool whose pages print nothing. Each page is a new object. */
function startPool({ maxDocuments = 100, maxPages = 10, close = () => Promise.resolve() } = {}) {
  let opened = 0;
  const ended: string[] = [];
  const niced: (number | undefined)[] = [];
  const pool = createPagePool({
    maxPages,
    maxDocuments,
    open: () => {
      opened += 1;
      const page: PrintingPage = {
        print: () => Promise.reject(new Error("prints nothing")),
        findCut: () => Promise.resolve(undefined),
        isUsable: () => true,
        close,
      };
      return Promise.resolve({ page, rendererPid: opened });
    },
    lowerPriority: (pid) => void niced.push(pid),
    rendererWatch: { whileWatched: (_, work) => work() },
    killRenderer: (pid) => Promise.resolve(ended.push(`renderer ${pid}`) > 0),
    onStuck: () => void ended.push("browser"),
  });
  const { signal } = new AbortController();
  const request = (languages: string[], projectId = "prj_a"): PageLeaseRequest => ({
    projectId,
    holder: accountHolder("acc_1"),
    lane: "interactive",
    languages: new Set(languages),
    mode: "static",
    asksBrowser: false,
    fresh: false,
    signal,
  });
  return {
    pool,
    opened: () => opened,
    ended,
    niced,
    request,
    printFor: (projectId: string) => pool.use(request([], projectId), () => Promise.resolve()),
    pageFor: (...languages: string[]) => pool.use(request(languages), ({ page }) => Promise.resolve(page)),
  };
}

test("the pool opens no spare page while it prints the document that took the last one", async () => {
  const { pool, opened, request } = startPool();
  await pool.warm();
  expect(opened()).toBe(1);

  const meanwhile = await pool.use(request([]), () => Promise.resolve(opened()));

  expect([meanwhile, opened()]).toEqual([1, 2]);
});

test("a page is replaced after its limit of documents", async () => {
  const { pageFor } = startPool({ maxDocuments: 2 });
  const first = await pageFor();
  expect(await pageFor()).toBe(first);
  expect(await pageFor()).not.toBe(first);
});

test("a page serves documents that search fonts by one language, and documents that search no fonts", async () => {
  const { pageFor } = startPool();
  const page = await pageFor();
  expect(await pageFor("ja")).toBe(page);
  expect(await pageFor()).toBe(page);
  const other = await pageFor("ko");
  expect(other).not.toBe(page);
  expect(await pageFor("")).not.toBe(other);
  expect(await pageFor("ja")).toBe(page);
  expect(await pageFor("ko")).toBe(other);
});

test("a document that searches fonts by several languages gets a page of its own", async () => {
  const { pageFor } = startPool();
  const before = await pageFor();
  const first = await pageFor("ja", "ko");
  const second = await pageFor("ja", "ko");
  expect(new Set([before, first, second, await pageFor("ja"), await pageFor("ko")]).size).toBe(4);
  expect(await pageFor()).not.toBe(first);
});

test("a page of the background lane, whose renderer is niced once, serves no other lane", async () => {
  const { pool, request, niced } = startPool();
  const pageOf = (lane: PageLeaseRequest["lane"]) =>
    pool.use({ ...request([]), lane }, ({ page }) => Promise.resolve(page));
  const interactive = await pageOf("interactive");
  const background = await pageOf("background");
  expect(background).not.toBe(interactive);
  expect([await pageOf("background"), await pageOf("interactive")]).toEqual([background, interactive]);
  expect(niced).toEqual([2]);
});

describe("idle pages", () => {
  const renderers = new Map([
    [1, 100],
    [2, 100],
    [3, 100],
  ]);

  test("of the projects served last are kept, and others are closed", async () => {
    const { pool, opened, printFor } = startPool({ maxPages: 3 });
    for (const projectId of ["prj_a", "prj_b", "prj_c", "prj_d"]) await printFor(projectId);
    expect(pool.counts().idle).toBe(3);
    const before = opened();
    for (const projectId of ["prj_b", "prj_c", "prj_d"]) await printFor(projectId);
    expect(opened()).toBe(before);
  });

  test("that are unused for long or whose renderer has grown are closed", async () => {
    const { pool, printFor } = startPool();
    for (const projectId of ["prj_a", "prj_b", "prj_c"]) await printFor(projectId);
    pool.tidy({ renderers: new Map([[2, 101]]), maxBytes: 100, unusedMs: 60_000 });
    expect(pool.counts().idle).toBe(2);
    pool.tidy({ renderers, maxBytes: 100, unusedMs: -1 });
    expect(pool.counts().idle).toBe(0);
  });

  test("and pages that print when their renderer has grown serve no further document", async () => {
    const { pool, request, pageFor } = startPool();
    const page = await pool.use(request([]), ({ page: used }) => {
      pool.tidy({ renderers: new Map([[1, 101]]), maxBytes: 100, unusedMs: 60_000 });
      return Promise.resolve(used);
    });
    expect(pool.counts()).toEqual({ busy: 0, idle: 0 });
    expect(await pageFor()).not.toBe(page);
  });

  test("are closed until enough memory is free, longest unused first", async () => {
    const { pool, opened, printFor } = startPool();
    for (const projectId of ["prj_a", "prj_b", "prj_c"]) await printFor(projectId);
    expect(pool.free(150, renderers)).toBe(true);
    const before = opened();
    await printFor("prj_c");
    expect({ idle: pool.counts().idle, opened: opened() - before }).toEqual({ idle: 1, opened: 0 });
    expect(pool.free(150, renderers)).toBe(false);
  });
});

describe("a page that does not close", () => {
  afterEach(() => {
    jest.useRealTimers();
  });

  test("costs its renderer, and then the browser", async () => {
    jest.useFakeTimers();
    const { ended, pageFor } = startPool({ maxDocuments: 1, close: () => new Promise(() => undefined) });
    await pageFor();
    await jest.advanceTimersByTimeAsync(15_000);
    expect(ended).toEqual(["renderer 1"]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(ended).toEqual(["renderer 1", "browser"]);
  });
});
