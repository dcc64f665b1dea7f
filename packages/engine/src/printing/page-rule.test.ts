import type { PageSettings } from "@platen/contracts";
import { describe, expect, test } from "@jest/globals";
import { toPageRule } from "./page-rule.ts";
import { toPrintOptions } from "./print-options.ts";

const chromium = {
  /** The margin in points that Chromium uses for inches. */
  margin: (inches = 0) => Math.floor(inches * 72),
  paper: (inches = 0) => Math.ceil(inches * 72),
};

test("lengths of whole points reach Chromium as these points, in every unit", () => {
  const lengths = (points: number) => [
    `${points}pt`,
    `${Number((points / 0.75).toFixed(4))}px`,
    `${Number((points / 72).toFixed(4))}in`,
    ...(points % 36 === 0 ? [`${(points / 36) * 12.7}mm`, `${Number(((points / 36) * 1.27).toFixed(2))}cm`] : []),
  ];
  for (let points = 9; points <= 2_000; points += 9) {
    for (const length of lengths(points)) {
      const settings: PageSettings = { margin: { top: length }, width: length, height: length };
      const { marginTop, paperWidth, paperHeight } = toPrintOptions(settings);
      expect({ length, margin: chromium.margin(marginTop), paper: chromium.paper(paperWidth) }).toEqual({
        length,
        margin: points,
        paper: points,
      });
      expect(chromium.paper(paperHeight)).toBe(points);
      expect(toPageRule(settings)).toBeUndefined();
    }
  }
});

describe("lengths that Chromium would round become a CSS rule", () => {
  test.each<[string, PageSettings, string | undefined]>([
    ["nothing", {}, undefined],
    ["a paper by name", { format: "A5", orientation: "landscape" }, undefined],
    ["margins, all sides", { margin: { top: "10mm", left: "1in" } }, "margin:10mm 0in 0in 1in"],
    ["a paper", { width: "62mm", height: "29mm" }, "size:62mm 29mm"],
    ["a paper, turned", { width: "62mm", height: "29mm", orientation: "landscape" }, "size:29mm 62mm"],
    ["both", { width: "62mm", height: "29mm", margin: { right: "0.5mm" } }, "margin:0in 0.5mm 0in 0in;size:62mm 29mm"],
    ["a paper too small for CSS", { width: "0.1mm", height: "29mm" }, undefined],
  ])("%s", (_, settings, declarations) => {
    expect(toPageRule(settings)).toBe(declarations && `@layer{@page{${declarations}}}`);
  });
});
