import type { PageSettings } from "@platen/contracts";
import { describe, expect, test } from "@jest/globals";
import { engineForFile } from "./engine-for-file.ts";

const engine = engineForFile();

const print = (css: string, settings: PageSettings = {}) =>
  engine.printHtml(`<style>${css}</style><p>one<p class="named">two<p style="break-before: page">three`, { settings });

describe("a page that crashes Chromium fails its document with a message that says what to change", () => {
  const empty = { path: "@page", message: expect.stringContaining("a size of 0") };
  const far = { path: "@page", message: expect.stringContaining("10000000px") };
  test.each<[string, PageSettings, object]>([
    ["@page { size: 0 0; margin: -10mm }", {}, empty],
    ["@page { size: 0 0; margin: -10mm }", { javascript: true }, empty],
    ["@page { size: 0 0; margin: -10mm }", { header: "<b>head</b>" }, empty],
    ["@page { size: 0px 10mm; margin: -1px }", {}, empty],
    ["@page { size: 10mm 0; margin: -10mm 0 }", {}, empty],
    ["@page { size: calc(1px - 1px) calc(2mm * 0); margin: calc(-1 * 5mm) }", {}, empty],
    ["@page { size: 0.2px; margin: -10mm }", {}, empty],
    ["@page { size: 0 0 } @page :first { margin: -10mm }", {}, empty],
    ["@page :left { size: 0 0; margin: -10mm }", {}, empty],
    ["@page slip { size: 0 0; margin: -10mm } .named { page: slip }", {}, empty],
    ["@media print { @layer a { @supports (color: red) { @page { size: 0 0; margin: -10mm } } } }", {}, empty],
    [`@import "data:text/css,@page { size: 0 0; margin: -10mm }";`, {}, empty],
    ["@page { margin: -1e9px }", {}, far],
    ["@page { margin: calc(-infinity * 1px) }", {}, far],
    ["@page { size: 100px 100px; margin: 0 -2e7px }", {}, far],
  ])("%s %j", async (css, settings, detail) => {
    const { launches } = engine.health();
    await expect(print(css, settings)).rejects.toMatchObject({
      code: "render_failed",
      stage: "print",
      retryable: false,
      details: [detail],
    });
    expect(engine.health().launches).toBe(launches);
  });
});

describe("an odd page that Chromium can print is printed", () => {
  test.each<[string, PageSettings, number]>([
    ["@page { size: 0 0 }", {}, 2],
    ["@page { size: 0 0; margin: -10mm }", { preferCssPageSize: false }, 2],
    ["@page { margin: -10mm }", {}, 2],
    ["@page { size: 10mm 10mm; margin: -10mm }", {}, 2],
    ["@page { size: 100mm 100mm; margin: 60mm }", {}, 2],
    ["@page { size: 1e9px 1e9px }", {}, 2],
    ["@page { size: calc(infinity * 1px) calc(0px / 0) }", {}, 2],
    ["@page slip { size: 0 0 } .named { page: slip }", {}, 3],
    ["@page { size: 100mm 50mm; page-orientation: rotate-left }", {}, 2],
    ["", { scale: 0.1, width: "99999in", height: "99999in" }, 2],
    ["", { scale: 0.1, width: "99999in", height: "99999in", javascript: true }, 2],
  ])("%s %j", async (css, settings, pageCount) => {
    expect(await print(css, settings)).toMatchObject({ pageCount });
  });
});

describe("impossible page settings are refused with their name and what to change", () => {
  test.each<[string, RegExp, PageSettings]>([
    ["settings.width", /Set a width above 0/, { width: "0mm", height: "10mm" }],
    ["settings.height", /Set a height above 0/, { width: "10mm", height: "0.00mm" }],
    ["settings.margin", /smaller margins or a larger paper/, { margin: { top: "99999in" } }],
    [
      "settings.margin",
      /smaller margins or a larger paper/,
      { width: "20mm", height: "20mm", margin: { left: "30mm" } },
    ],
    ["settings.pageRanges", /ascending order/, { pageRanges: "2-1" }],
    ["settings.pageRanges", /ascending order/, { pageRanges: "0" }],
    ["settings.pageRanges", /ascending order/, { pageRanges: "7-9" }],
  ])("%s: %s", async (path, advice, settings) => {
    for (const javascript of [false, true]) {
      await expect(print("", { ...settings, javascript })).rejects.toMatchObject({
        code: "render_failed",
        retryable: false,
        message: expect.stringMatching(advice),
        details: [{ path, message: expect.stringMatching(advice) }],
      });
    }
  });
});
