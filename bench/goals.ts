import type { Goal } from "./report/report.ts";

/** Goals that hold on any machine: all but those of memory are relative to another figure of the same run. */
export const goals = {
  render: {
    /** The engine's speed relative to the raw loop, for each document. */
    engine: { atLeast: 0.95 },
  },
  generate: {
    /** Speed relative to the raw loop, with 64 connections. */
    invoice: { atLeast: 0.75 },
    report: { atLeast: 0.8 },
    table: { atLeast: 0.93 },
    /** Milliseconds that the service adds to a single document of the raw loop. */
    addedMs: { atMost: 6 },
    /** p99 relative to p50, with 8 connections. */
    unevenness: { atMost: 3 },
    failures: { atMost: 0 },
    /** Speed relative to other servers, with 8 connections. */
    jsreport: { atLeast: 8 },
    puppeteerLoad: { atLeast: 7 },
    puppeteerIdle: { atLeast: 20 },
    /** Milliseconds of processor time of an invoice outside Chromium. */
    cpuOutsideMs: { atMost: 5 },
  },
  memory: {
    /** Megabytes of the browser while it prints invoices. */
    invoices: { atMost: 260 },
    /** Largest deviation from the median, as a share of the median. */
    deviation: { atMost: 0.05 },
    /** Seconds until the memory of a large table is free again. */
    freeAgainSeconds: { atMost: 60 },
  },
  pagination: {
    /** The slowest page's time relative to page 1 of a short list. */
    slowestPage: { atMost: 5 },
  },
} as const satisfies Record<string, Record<string, Goal>>;
