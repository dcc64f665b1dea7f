import { expect, test } from "@jest/globals";
import { createPagePool, type PageLeaseRequest } from "./page-pool.ts";
import type { PrintingPage } from "../printing/printing-page.ts";

/** A pool whose pages print nothing, and are told apart. */
function startPool() {
  let opened = 0;
  const pool = createPagePool({
    maxPages: 10,
    maxDocuments: 100,
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
  const lease = (languages: string[]): PageLeaseRequest => ({
    projectId: "prj_a",
    languages: new Set(languages),
    mode: "static",
    fresh: false,
    signal,
  });
  return {
    pool,
    opened: () => opened,
    lease,
    pageFor: (...languages: string[]) => pool.use(lease(languages), ({ page }) => Promise.resolve(page)),
  };
}

test("the next spare page is not opened while the document that took the last one is printed", async () => {
  const { pool, opened, lease } = startPool();
  await pool.warm();
  expect(opened()).toBe(1);

  const meanwhile = await pool.use(lease([]), () => Promise.resolve(opened()));

  expect(meanwhile).toBe(1);
  expect(opened()).toBe(2);
});

test("a page serves documents of one language by which fonts are searched, and those that search none", async () => {
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

test("a document in several such languages has a page that serves no other", async () => {
  const { pageFor } = startPool();
  const before = await pageFor();
  const first = await pageFor("ja", "ko");
  const second = await pageFor("ja", "ko");
  expect(new Set([before, first, second, await pageFor("ja"), await pageFor("ko")]).size).toBe(4);
  expect(await pageFor()).not.toBe(first);
});
