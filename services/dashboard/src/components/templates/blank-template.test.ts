import { expect, test } from "@jest/globals";
import { pageSettings, type Brand } from "@platen/contracts";
import { blankTemplate } from "./blank-template.ts";

const none: Brand = { colours: [], textFont: null, headingFont: null, logoAssetId: null, legalLine: "" };

test("a blank template starts with Inter of 10 points and margins of 18 mm", () => {
  const { html, css, settings } = blankTemplate(none);
  expect(html).toBe("");
  expect(css).toContain("font: 10pt/1.5 Inter, sans-serif;");
  expect(css).toContain("  break-after: avoid;\n}");
  expect(css).toMatch(/^html \{\s+overflow-wrap: anywhere;/);
  expect(pageSettings.parse(settings)).toEqual({
    margin: { top: "18mm", right: "18mm", bottom: "18mm", left: "18mm" },
  });
});

test("a blank template starts with the fonts of the brand, and its headings with the first colour", () => {
  const colours = ["#14438c", "#1b2440"].map((value) => ({ name: value, value }));
  const { css } = blankTemplate({ ...none, colours, textFont: "Source Serif 4", headingFont: "Inter" });
  expect(css).toContain('font: 10pt/1.5 "Source Serif 4", sans-serif;');
  expect(css).toContain("  break-after: avoid;\n  font-family: Inter, sans-serif;\n  color: #14438c;\n}");
});
