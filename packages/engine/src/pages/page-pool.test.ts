import { expect, test } from "@jest/globals";
import { createPagePool, type PageLeaseRequest } from "./page-pool.ts";
import type { PrintingPage } from "../printing/printing-page.ts";

/** A pool whose pages print nothing. Each page is a new object. */
function startPool({ maxDocuments = 100 } = {}) {
  let opened = 0;
  const pool = createPagePool({
    maxPages: 10,
    maxDocuments,
    open: () => {
      opened += 1;
      const page: PrintingPage = {
        print: () => Promise.reject(new Error("prints nothing")),
        isUsable: () => true,
        close: () => Promise.resolve(),
      };
      return Promise.resolve({ page, rendererPid: undefined });
    },
    killRenderer: () => Promise.resolve(true),
    onStuck: () => undefined,
  });
  const { signal } = new AbortController();
  const request = (languages: string[]): PageLeaseRequest => ({
    projectId: "prj_a",
    languages: new Set(languages),
    mode: "static",
    fresh: false,
    signal,
  });
  return {
    pool,
    opened: () => opened,
    request,
    pageFor: (...languages: string[]) => pool.use(request(languages), ({ page }) => Promise.resolve(page)),
  };
}

test("the pool opens no spare page while it prints the document that took the last one", async () => {
  const { pool, opened, request } = startPool();
  await pool.warm();
  expect(opened()).toBe(1);

  const meanwhile = await pool.use(request([]), () => Promise.resolve(opened()));

  expect(meanwhile).toBe(1);
  expect(opened()).toBe(2);
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
