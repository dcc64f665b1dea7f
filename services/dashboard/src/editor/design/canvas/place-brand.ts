import type { Brand } from "@platen/contracts";
import { brandRule, brandVariables } from "@platen/library";

/** The beginning of an `@page` rule, up to its first margin box. */
const pageRules = /@page[^@{}]{0,200}\{[^{}]{0,5000}/gi;

/**
 * Gives a stylesheet the values of the brand. A browser does not tell the parts of `border` in an `@page` rule with a
 * variable in it, so these rules have the values themselves.
 */
export function placeBrand(css: string, brand: Brand | undefined): string {
  if (!brand) return css;
  const variables: Readonly<Record<string, string | undefined>> = brandVariables(brand);
  const placed = css.replaceAll(pageRules, (rule) =>
    rule.replaceAll(/var\(--brand-([a-z0-9-]+)\)/g, (written, name: string) => variables[name] ?? written),
  );
  return brandRule(brandVariables(brand)) + placed;
}
