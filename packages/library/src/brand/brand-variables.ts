import type { Brand } from "@platen/contracts";

/** The CSS values of a brand, by the names of their variables without `--brand-`. */
export type BrandVariables = Readonly<Record<string, string>>;

/** The values that a project's brand gives to the CSS variables `--brand-…` of its templates. */
export function brandVariables({
  colours,
  textFont,
  headingFont,
}: Pick<Brand, "colours" | "textFont" | "headingFont">) {
  const [main] = colours;
  const ofHeadings = headingFont ?? textFont;
  const variables: Record<string, string> = {};
  for (const { variable, value } of colours) variables[variable] = value;
  if (main) variables["main"] = main.value;
  // The contract refuses families that would leave their quotes.
  if (textFont !== null) variables["text-font"] = `"${textFont}"`;
  if (ofHeadings !== null) variables["heading-font"] = `"${ofHeadings}"`;
  return variables satisfies BrandVariables;
}

/** CSS that gives variables their values. A rule of the template for the same variable wins, wherever it stands. */
export function brandRule(variables: BrandVariables): string {
  const declarations = Object.entries(variables).map(([name, value]) => ` --brand-${name}: ${value};`);
  return declarations.length === 0 ? "" : `:where(:root) {${declarations.join("")} }\n`;
}
