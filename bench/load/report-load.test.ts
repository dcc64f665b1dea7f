import { expect, test } from "@jest/globals";
import { countAnswers, summarize, type LoadResult } from "./load-result.ts";
import type { Outcome } from "./outcome.ts";
import { comparison, reportLoad } from "./report-load.ts";

const outcome = (code: string, latencyMs: number): Outcome => ({
  order: "invoice",
  phase: 0,
  code,
  latencyMs,
  lateMs: 0,
  bytes: 1_000,
  pageCount: 1,
});

function resultOf(...outcomes: Outcome[]): LoadResult {
  return {
    machine: "a machine",
    target: "a Platen",
    shape: "steady",
    rate: 0,
    seconds: 10,
    phases: [summarize("steady", outcomes, 10)],
    templates: [summarize("invoice", outcomes, 10)],
    all: summarize("all", outcomes, 10),
    answers: countAnswers(outcomes),
    lateP99Ms: 0,
    large: null,
    cpuMsPerDocument: { gateway: 1.5 },
    memoryMegabytes: { gateway: { before: 100, after: 101 } },
  };
}

test("a refusal is an answer, and any other answer without a document is a failure", () => {
  expect(reportLoad(resultOf(outcome("200", 40), outcome("503 queue.full", 5))).failures).toEqual([]);
  expect(reportLoad(resultOf(outcome("200", 40), outcome("500 internal", 5))).failures).toEqual(["steady: 1 requests"]);
});

test("a report has the rate and the latencies of the documents, and the cost of each process", () => {
  const { figures, tables } = reportLoad(resultOf(outcome("200", 40), outcome("200", 60)));
  expect(figures.map(({ values }) => values)).toEqual([[0.2], [60], [60]]);
  expect(tables.at(-1)?.rows).toEqual([["gateway", "1.50", "100", "101"]]);
});

test("an earlier result gives ratios, in which more than 1 is more", () => {
  const { rows } = comparison(resultOf(outcome("200", 80)), resultOf(outcome("200", 40)));
  expect(rows).toEqual([["steady", "1.00", "2.00", "2.00", "2.00", "0", "0"]]);
});
