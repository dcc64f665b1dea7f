import type { Goal } from "./measure/judge.ts";

/** What has to be reached, on any machine: all but memory are ratios to what was measured in the same run. */
export const goals = {
  render: {
    /** Of the raw loop's speed, for each document. */
    engine: { atLeast: 0.95 },
  },
  generate: {
    /** Of the raw loop's speed, asked by 64 connections. */
    invoice: { atLeast: 0.75 },
    report: { atLeast: 0.8 },
    table: { atLeast: 0.93 },
    /** Milliseconds that one document, alone, takes longer than in the raw loop. */
    addedMs: { atMost: 6 },
    /** p99 to p50, asked by 8 connections. */
    unevenness: { atMost: 3 },
    failures: { atMost: 0 },
    /** How many times as fast as others, asked by 8 connections. */
    jsreport: { atLeast: 8 },
    puppeteerLoad: { atLeast: 7 },
    puppeteerIdle: { atLeast: 20 },
    /** Milliseconds of processor time that an invoice costs besides Chromium's. */
    cpuOutsideMs: { atMost: 5 },
  },
  memory: {
    /** Megabytes of the browser while it prints invoices. */
    invoices: { atMost: 260 },
    /** Share by which it leaves its middle value. */
    deviation: { atMost: 0.05 },
    /** Seconds until it is small again after a large table. */
    givenBackSeconds: { atMost: 60 },
  },
} as const satisfies Record<string, Record<string, Goal>>;
