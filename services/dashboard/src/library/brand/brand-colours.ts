import type { Brand } from "@platen/contracts";

/** A colour of the brand, with the text that templates have for it. */
export type BrandColour = { name: string; value: string; css: string };

/** The colours of the brand as templates write them, so that a template follows a change of the brand. */
export function brandColours(brand: Pick<Brand, "colours"> | undefined): BrandColour[] {
  return (brand?.colours ?? []).map(({ name, value, variable }) => ({ name, value, css: `var(--brand-${variable})` }));
}
