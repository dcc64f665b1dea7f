import { useBrand } from "../brand/use-brand.ts";
import { useLibrary } from "../use-library.ts";

function family(name: string, fallback: string): { value: string; label: string } {
  // As browsers write it back.
  const quoted = /^[a-z][\w-]*$/i.test(name) ? name : JSON.stringify(name);
  return { value: `${quoted}, ${fallback}`, label: name };
}

/** The fonts that every worker has; see docs/templates.md. */
export const fontFamilies = [
  family("Inter", "sans-serif"),
  family("Source Serif 4", "serif"),
  family("JetBrains Mono", "monospace"),
  family("Arimo", "sans-serif"),
  family("Tinos", "serif"),
  family("Cousine", "monospace"),
  family("Noto Sans Arabic", "sans-serif"),
  family("Noto Sans Hebrew", "sans-serif"),
  family("Noto Sans Devanagari", "sans-serif"),
  family("Noto Sans Thai", "sans-serif"),
  family("Noto Sans Armenian", "sans-serif"),
  family("Noto Sans Bengali", "sans-serif"),
  family("Noto Sans Ethiopic", "sans-serif"),
  family("Noto Sans Georgian", "sans-serif"),
  family("Noto Sans Gujarati", "sans-serif"),
  family("Noto Sans Gurmukhi", "sans-serif"),
  family("Noto Sans Kannada", "sans-serif"),
  family("Noto Sans Khmer", "sans-serif"),
  family("Noto Sans Lao", "sans-serif"),
  family("Noto Sans Malayalam", "sans-serif"),
  family("Noto Sans Myanmar", "sans-serif"),
  family("Noto Sans Oriya", "sans-serif"),
  family("Noto Sans Sinhala", "sans-serif"),
  family("Noto Sans Tamil", "sans-serif"),
  family("Noto Sans Telugu", "sans-serif"),
  family("Noto Serif Tibetan", "serif"),
  family("Noto Sans CJK SC", "sans-serif"),
  family("Noto Sans CJK TC", "sans-serif"),
  family("Noto Sans CJK HK", "sans-serif"),
  family("Noto Sans CJK JP", "sans-serif"),
  family("Noto Sans CJK KR", "sans-serif"),
];

/** The fonts of the project, then those that every worker has. */
export function useProjectFonts() {
  const { assets } = useLibrary();
  const own = new Set(assets.flatMap(({ font }) => (font ? [font.family] : [])));
  return [...[...own].toSorted().map((name) => family(name, "sans-serif")), ...fontFamilies];
}

/** The fonts that Design offers: first those of the brand, which a template follows when the brand changes. */
export function useFontFamilies() {
  const { brand } = useBrand();
  const all = useProjectFonts();
  const ofBrand = [
    { name: brand?.textFont ?? null, variable: "text-font", use: "texts" },
    { name: brand?.headingFont ?? null, variable: "heading-font", use: "headings" },
  ].flatMap(({ name, variable, use }) => {
    if (name === null) return [];
    const { value } = all.find(({ label }) => label === name) ?? family(name, "sans-serif");
    const fallback = value.slice(value.lastIndexOf(",") + 1).trim();
    return [{ value: `var(--brand-${variable}), ${fallback}`, label: `Brand, ${use}: ${name}` }];
  });
  return [...ofBrand, ...all];
}
