import { expect, test } from "@jest/globals";
import { brandSheetSource } from "./brand-sheet-source.ts";

const brand = { colours: [], textFont: null, headingFont: null, legalLine: "" };
const colour = (value: string) => ({ name: value, value });

test("the sheet has the colours, fonts, logo and legal line of the brand, and a tag in the line stays text", () => {
  const source = brandSheetSource(
    {
      colours: [colour("#14438c"), colour("#b06d0c"), colour("#1b2440")],
      textFont: "Inter",
      headingFont: "Source Serif 4",
      legalLine: "{{ Acme }}",
    },
    "logo.svg",
  );
  expect(source.css).toMatch(/h1, h2 \{.*"Source Serif 4".*color: #14438c/);
  expect(source.css).toMatch(/^a \{.*background: #b06d0c/m);
  expect(source.html).toContain('style="background: #1b2440"');
  expect(source.html).toContain('src="asset:logo.svg"');
  expect(source.html).not.toContain("Acme");
  expect(source.data).toEqual({ legalLine: "{{ Acme }}" });
});

test("a colour that is still being typed is on no sheet", () => {
  const { html, css } = brandSheetSource({ ...brand, colours: [colour("#14"), colour("red;}"), colour("#b06d0c")] });
  expect(`${html}${css}`).not.toMatch(/#14[^\da-f]|red;/);
  expect(css).toMatch(/h1, h2 \{.*color: #b06d0c/);
});
