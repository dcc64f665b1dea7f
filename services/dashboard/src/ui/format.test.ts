import { expect, test } from "@jest/globals";
import { formatClock, formatDuration, formatRelative, formatSize, shortId } from "./format.ts";

const now = Date.parse("2026-11-21T12:00:00.000Z");

test.each([
  ["2026-11-21T11:59:30.000Z", "just now"],
  ["2026-11-21T11:58:00.000Z", "2 minutes ago"],
  ["2026-11-21T09:00:00.000Z", "3 hours ago"],
  ["2026-11-20T12:00:00.000Z", "yesterday"],
  ["2026-11-28T12:00:00.000Z", "in 7 days"],
  ["2026-03-04T12:00:00.000Z", "4 Mar 2026"],
])("%s reads as %s", (instant, text) => {
  expect(formatRelative(instant, now)).toBe(text);
});

test.each([
  [new Date(2026, 10, 21, 0, 0, 7), "00:00:07"],
  [new Date(2026, 10, 20, 23, 59, 58), "20 Nov 23:59:58"],
  [new Date(2025, 11, 31, 23, 59, 58), "31 Dec 2025 23:59"],
])("%s is shown with its day, unless it is today", (date, text) => {
  expect(formatClock(date.toISOString(), new Date(2026, 10, 21, 12).getTime())).toBe(text);
});

test.each([
  [0, "0 ms"],
  [999.4, "999 ms"],
  [1_500, "1.50 s"],
  [12_345, "12.3 s"],
  [125_000, "2 min 5 s"],
])("%d ms is %s", (durationMs, text) => {
  expect(formatDuration(durationMs)).toBe(text);
});

test.each([
  [999, "999 B"],
  [1_500, "1.5 kB"],
  [250_000, "250 kB"],
  [999_499, "999 kB"],
  [999_500, "1.0 MB"],
  [12_000_000, "12 MB"],
  [999_500_000, "1.0 GB"],
  [50_000_000_000, "50 GB"],
])("%d bytes are %s", (sizeBytes, text) => {
  expect(formatSize(sizeBytes)).toBe(text);
});

test("ids that were made one after the other are told apart by their ends", () => {
  expect(shortId("tpl_01m83vzvq2d4n8s9k3xr7c4gjw")).toBe("…4gjw");
});
