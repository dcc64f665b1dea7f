import { expect, test } from "@jest/globals";
import type { PrintingPage } from "../printing/printing-page.ts";
import type { OwnedPage } from "./renderer-processes.ts";
import { createSparePage } from "./spare-page.ts";

test("a spare page that no longer works is closed, and no document gets it", async () => {
  const page: PrintingPage = {
    print: () => Promise.reject(new Error("prints nothing")),
    findCut: () => Promise.resolve(undefined),
    isUsable: () => false,
    close: () => Promise.resolve(),
  };
  const owned = { page, rendererPid: 1 };
  const discarded: OwnedPage[] = [];
  const spare = createSparePage(
    () => Promise.resolve(owned),
    (lost) => void discarded.push(lost),
  );
  spare.prepare();
  expect(await spare.take()).toBeUndefined();
  expect(discarded).toEqual([owned]);
});
