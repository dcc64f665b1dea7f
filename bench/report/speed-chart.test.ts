import { expect, test } from "@jest/globals";
import { drawRates } from "./speed-chart.ts";

test("a bar is as long as its rate, and other figures have none", () => {
  const svg = drawRates(
    [
      { name: "rates: raw & bare", values: [90, 100, 300] },
      { name: "something else", values: [5] },
      { name: "rates: Platen", values: [50] },
    ],
    { prefix: "rates: ", note: "a machine" },
  );
  const widths = [...svg.matchAll(/<rect[^>]* width="([\d.]+)"/g)].map(([, length]) => Number(length));
  expect(widths).toHaveLength(2);
  expect(widths[1]).toBeCloseTo((widths[0] ?? 0) / 2);
  expect(svg).toContain(">raw &amp; bare</text>");
  expect(svg).toContain(">100</text>");
});
