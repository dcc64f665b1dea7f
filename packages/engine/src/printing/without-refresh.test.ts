import { expect, test } from "@jest/globals";
import { withoutRefresh } from "./without-refresh.ts";

test.each([
  '<meta http-equiv="refresh" content="0;url=x">',
  "<META HTTP-EQUIV=Refresh CONTENT=1>",
  "<meta content='0' http-equiv = ' refresh'>",
  "<p><meta charset=utf-8><meta\nhttp-equiv\n=\n'refresh'",
])("a refresh is taken out of %j", (html) => {
  const result = withoutRefresh(html);
  expect(result).not.toMatch(/http-equiv/i);
  expect(result).toBe(html.replace(/http-equiv/i, "data-refused"));
});

test.each([
  "<p>no meta at all",
  '<meta http-equiv="content-type" content="text/html">',
  "<p>&lt;meta http-equiv=refresh&gt;</p>",
  "<meta charset=utf-8><p>http-equiv=refresh",
])("%j stays as it is", (html) => {
  expect(withoutRefresh(html)).toBe(html);
});

test.each([
  ["tags that never end", "<meta ".repeat(200_000) + "http-equiv"],
  ["refreshes without an end", "<meta http-equiv=".repeat(100_000)],
  ["nothing but spaces", `<meta http-equiv=${" ".repeat(500_000)}x>`],
])("%s cost no more time than their length", (_, html) => {
  const startedAt = process.cpuUsage();
  withoutRefresh(html);
  const { user } = process.cpuUsage(startedAt);
  expect(user / 1_000).toBeLessThan(1_000);
});
