import { expect, test } from "@jest/globals";
import type { Brand } from "@platen/contracts";
import { placeBrand } from "./place-brand.ts";

const brand: Brand = {
  colours: [{ name: "Ink", value: "#1b2440", variable: "ink" }],
  textFont: null,
  headingFont: null,
  logoAssetId: null,
  legalLine: "",
};

test("the canvas has the brand as variables, and as values in page rules, whose borders it reads", () => {
  const css = "p { color: var(--brand-ink) }\n@page { border: 1mm solid var(--brand-ink); color: var(--brand-red) }";
  expect(placeBrand(css, brand)).toBe(
    `:where(:root) { --brand-ink: #1b2440; --brand-main: #1b2440; }\n${css.replace("solid var(--brand-ink)", "solid #1b2440")}`,
  );
  expect(placeBrand(css, undefined)).toBe(css);
});
