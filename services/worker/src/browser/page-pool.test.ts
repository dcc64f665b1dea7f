import { expect, test } from "@jest/globals";
import { createPagePool } from "./page-pool.ts";
import type { PrintingPage } from "./printing-page.ts";

const page: PrintingPage = {
  print: () => Promise.reject(new Error("prints nothing")),
  isUsable: () => true,
  close: () => Promise.resolve(),
};

test("the next page for whoever comes is not opened while the document is printed that took the last one", async () => {
  let opened = 0;
  const pool = createPagePool({
    maxPages: 10,
    maxDocuments: 10,
    open: () => {
      opened += 1;
      return Promise.resolve({ page, rendererPid: undefined });
    },
    killRenderer: () => Promise.resolve(true),
    onStuck: () => undefined,
  });
  await pool.warm();
  expect(opened).toBe(1);

  const { signal } = new AbortController();
  const meanwhile = await pool.use({ projectId: "prj_a", lane: "static", fresh: false, signal }, () =>
    Promise.resolve(opened),
  );

  expect(meanwhile).toBe(1);
  expect(opened).toBe(2);
});
