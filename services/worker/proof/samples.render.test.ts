import { pdfFonts, pdfInfo, pdfText } from "@platen/testing";
import { samples } from "@platen/samples";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestEngine, type TestEngine } from "@platen/engine/proof";
import { fillSamples, type FilledSample } from "./fill-samples.ts";

let engine: TestEngine;
let filled: FilledSample[];

beforeAll(async () => {
  [engine, filled] = await Promise.all([startTestEngine(), fillSamples()]);
});

afterAll(() => engine.close());

const pageSizes: Record<string, [width: number, height: number]> = {
  certificate: [842, 595],
  "shipping-label": [288, 432],
};
const a4: [number, number] = [595, 842];

test.each(samples.map(({ slug }) => slug))(
  "sample %s has its size, text on every page, page numbers and embedded fonts, and requests nothing",
  async (slug) => {
    const { html, settings } = filled.find((sample) => sample.slug === slug) ?? {};
    const { pdf, pageCount, refused } = await engine.printHtml(html ?? "", { settings: settings ?? {} });
    expect(refused).toEqual([]);
    const info = await pdfInfo(pdf);
    expect(info.pageCount).toBe(pageCount);
    expect(info.title).toBeDefined();
    expect(info.language).toBeDefined();
    const [width, height] = pageSizes[slug] ?? a4;
    for (const size of info.pageSizesPt) {
      expect(Math.abs(size.width - width)).toBeLessThan(1);
      expect(Math.abs(size.height - height)).toBeLessThan(1);
    }
    for (const [index, text] of (await pdfText(pdf)).entries()) {
      expect(text.length).toBeGreaterThan(20);
      const numbered = /Page (\d+) of (\d+)/.exec(text);
      if (numbered) expect(numbered.slice(1)).toEqual([String(index + 1), String(pageCount)]);
      expect(text).not.toMatch(/\{\{|\}\}|undefined|\[object/);
    }
    for (const font of await pdfFonts(pdf)) expect(font.isEmbedded).toBe(true);
  },
);
