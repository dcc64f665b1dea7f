import type { PageSettings } from "@platen/contracts";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

// Longer than a page and as wide: a pixel more or less of either moves the content or breaks it elsewhere.
const body = `<div style="height: 2000px; border: 1px solid">${"word ".repeat(400)}</div>`;
const documentWith = (css: string, content = body) =>
  `<!doctype html><html lang="en"><title>t</title><style>${css} body { margin: 0 }</style>${content}`;

/** The PDF with the page in the settings, and with the same page in the style sheet. */
async function bothWays(
  settings: PageSettings,
  css: string,
  cssSettings: PageSettings = {},
  content?: string,
): Promise<[bySettings: string, byCss: string]> {
  const [bySettings, byCss] = await Promise.all([
    engine.printHtml(documentWith("", content), { settings }),
    engine.printHtml(documentWith(css, content), { settings: cssSettings }),
  ]);
  return [bySettings.pdf.toString("latin1"), byCss.pdf.toString("latin1")];
}

const steps = (count: number, each: number, unit: string) =>
  Array.from({ length: count }, (_, index) => `${Number(((index + 1) * each).toFixed(1))}${unit}`);

describe("a margin in the settings prints the same bytes as in @page", () => {
  test.each([
    ["whole pixels", steps(120, 1, "px")],
    ["tenths of a millimetre", steps(300, 0.1, "mm")],
    ["tenths of a point", steps(720, 0.1, "pt")],
  ])("%s", async (_, lengths) => {
    const differing: string[] = [];
    const quarter = lengths.length / 4;
    for (let index = 0; index < quarter; index += 1) {
      const [top, right, bottom, left] = [0, 1, 2, 3].map((side) => lengths[index + side * quarter] ?? "");
      const margin = `${top} ${right} ${bottom} ${left}`;
      const [bySettings, byCss] = await bothWays(
        { margin: { top, right, bottom, left } },
        `@page { margin: ${margin} }`,
      );
      if (bySettings !== byCss) differing.push(margin);
    }
    expect(differing).toEqual([]);
  });

  const margin = { top: "10mm", right: "25.4mm", bottom: "12.7mm", left: "7.3mm" };
  const css = "@page { margin: 10mm 25.4mm 12.7mm 7.3mm }";
  test.each<PageSettings>([
    { scale: 0.5 },
    { scale: 1.7 },
    { orientation: "landscape" },
    { orientation: "landscape", scale: 0.73 },
    { preferCssPageSize: false },
    { tagged: true },
    { javascript: true },
    { header: "<b style='font-size: 9px'>head</b>", footer: "<b style='font-size: 9px'>foot</b>" },
  ])("with %j", async (settings) => {
    const [bySettings, byCss] = await bothWays({ ...settings, margin }, css, settings);
    expect(bySettings).toBe(byCss);
  });

  test("a missing side is 0", async () => {
    const [bySettings, byCss] = await bothWays({ margin: { left: "10mm" } }, "@page { margin: 0 0 0 10mm }");
    expect(bySettings).toBe(byCss);
  });
});

describe("a paper in the settings prints the same bytes as in @page", () => {
  test.each([
    ["100mm", "50mm"],
    ["62mm", "29mm"],
    ["100px", "300px"],
    ["101px", "303px"],
    ["300pt", "400pt"],
    ["300.5pt", "400.1pt"],
    ["4in", "6in"],
    ["8.27in", "11.7in"],
    ["10cm", "12.7cm"],
    ["25.4mm", "50.8mm"],
  ])("%s by %s", async (width, height) => {
    for (const [settings, css, others] of [
      [{}, `@page { size: ${width} ${height} }`, {}],
      [{ scale: 0.6 }, `@page { size: ${width} ${height} }`, { scale: 0.6 }],
      [{ orientation: "landscape" }, `@page { size: ${height} ${width} }`, {}],
      [{ margin: { top: "3.3mm" } }, `@page { size: ${width} ${height}; margin: 3.3mm 0 0 0 }`, {}],
    ] as const) {
      const [bySettings, byCss] = await bothWays({ width, height, ...settings }, css, others, "<p>Label");
      expect(bySettings).toBe(byCss);
    }
  });
});

describe("a document's own @page overrides the settings", () => {
  const settings: PageSettings = { width: "101mm", height: "73mm", margin: { top: "10mm", left: "7.3mm" } };
  const own = "@page { size: A5; margin: 3mm }";
  const importing = `@import "data:text/css,${encodeURIComponent(own)}";`;
  test.each([
    ["in its style element", `<style>${own}</style>`],
    ["in a layer", `<style>@layer base { ${own} }</style>`],
    ["in a sheet that it imports", `<style>${importing}</style>`],
    ["in its body", `<p>x<style>${own}</style>`],
    ["for print", `<style media="print">${own}</style>`],
  ])("%s", async (_, styles) => {
    const html = `<!doctype html><title>t</title>${styles}${body}`;
    const [withSettings, without] = await Promise.all([
      engine.printHtml(html, { settings }),
      engine.printHtml(html, { settings: {} }),
    ]);
    expect(withSettings.pdf.equals(without.pdf)).toBe(true);
  });

  test("only for the sides that it sets", async () => {
    const html = (css: string) => `<!doctype html><title>t</title><style>${css}</style>${body}`;
    const [withSettings, without] = await Promise.all([
      engine.printHtml(html("@page { margin-left: 3mm }"), { settings: { margin: { top: "10mm", left: "7.3mm" } } }),
      engine.printHtml(html("@page { margin: 10mm 0 0 3mm }"), { settings: {} }),
    ]);
    expect(withSettings.pdf.equals(without.pdf)).toBe(true);
  });
});

test("the selectors of a document do not match the rule of the settings", async () => {
  const counting = "head > :nth-child(2) { color: red } html:has(head > :nth-child(3)) p { font-size: 40px }";
  const [bySettings, byCss] = await bothWays(
    { margin: { top: "7.3mm" } },
    "@page { margin: 7.3mm 0 0 }",
    {},
    `<style>${counting}</style><p>x`,
  );
  expect(bySettings).toBe(byCss);
});

test("a document that shows its styles does not show the rule of the settings", async () => {
  const html = (first: string) =>
    `<!doctype html><title>t</title>${first}<style>head, style { display: block }</style>${body}`;
  const hidden = '<style style="display: none !important">@page { margin: 7.3mm }</style>';
  const margin = { top: "7.3mm", right: "7.3mm", bottom: "7.3mm", left: "7.3mm" };
  const [bySettings, byCss] = await Promise.all([
    engine.printHtml(html(""), { settings: { margin } }),
    engine.printHtml(html(hidden)),
  ]);
  expect(bySettings.pdf.equals(byCss.pdf)).toBe(true);
});
