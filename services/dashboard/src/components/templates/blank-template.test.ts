import { expect, test } from "@jest/globals";
import { pageSettings } from "@platen/contracts";
import { blankTemplate } from "./blank-template.ts";

test("a blank template starts with Inter of 10 points and margins of 18 mm", () => {
  const { html, css, settings } = blankTemplate();
  expect(html).toBe("");
  expect(css).toContain("font: 10pt/1.5 var(--brand-text-font, Inter), sans-serif;");
  expect(css).toMatch(/^html \{\s+overflow-wrap: anywhere;/);
  expect(pageSettings.parse(settings)).toEqual({
    margin: { top: "18mm", right: "18mm", bottom: "18mm", left: "18mm" },
  });
});

test("the headings of a blank template follow the first colour and the font of the brand", () => {
  expect(blankTemplate().css).toContain(
    "  font-family: var(--brand-heading-font, Inter), sans-serif;\n  color: var(--brand-main, #1b2440);\n}",
  );
});
