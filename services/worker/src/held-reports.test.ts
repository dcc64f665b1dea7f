import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { OutcomeReport } from "@platen/contracts/internal";
import { createHeldReports } from "./held-reports.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("a report that was taken back is not handed out, and one of a document that takes long is", () => {
  const due: string[] = [];
  const held = createHeldReports(({ documentId }) => void due.push(documentId));
  const report = (documentId: string): OutcomeReport => ({
    status: "rendering",
    grant: "grant",
    documentId,
    queueMs: 1,
  });
  for (const documentId of ["doc_1", "doc_2"]) held.hold(report(documentId));
  expect(held.release("doc_1")).toEqual(report("doc_1"));
  jest.advanceTimersByTime(1_000);
  expect(due).toEqual(["doc_2"]);
});
