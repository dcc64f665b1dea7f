import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export { readFontFile } from "./font-file.ts";

// The fonts of every worker, from npm packages with TrueType files and the licences of the fonts. The dashboard shows
// templates with the same files.

/** The Latin fonts, by family. */
const latinFonts = {
  Inter: ["400Regular", "400Regular_Italic", "500Medium", "600SemiBold", "700Bold", "700Bold_Italic"],
  "Source Serif 4": ["400Regular", "400Regular_Italic", "600SemiBold", "700Bold", "700Bold_Italic"],
  "JetBrains Mono": ["400Regular", "700Bold"],
  // The next three have the widths of Arial, Times New Roman and Courier New, and replace them.
  Arimo: ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"],
  Tinos: ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"],
  Cousine: ["400Regular", "400Regular_Italic", "700Bold", "700Bold_Italic"],
};

const regularToBold = ["400Regular", "600SemiBold", "700Bold"];
const regularAndBold = ["400Regular", "700Bold"];

/** The faces of each font for one script, by its family. */
const scriptFonts = {
  "Noto Sans Arabic": regularToBold,
  "Noto Sans Hebrew": regularToBold,
  "Noto Sans Devanagari": regularToBold,
  "Noto Sans Thai": regularToBold,
  "Noto Sans Armenian": regularAndBold,
  "Noto Sans Bengali": regularAndBold,
  "Noto Sans Ethiopic": regularAndBold,
  "Noto Sans Georgian": regularAndBold,
  "Noto Sans Gujarati": regularAndBold,
  "Noto Sans Gurmukhi": regularAndBold,
  "Noto Sans Kannada": regularAndBold,
  "Noto Sans Khmer": regularAndBold,
  "Noto Sans Lao": regularAndBold,
  "Noto Sans Malayalam": regularAndBold,
  "Noto Sans Myanmar": regularAndBold,
  "Noto Sans Oriya": regularAndBold,
  "Noto Sans Sinhala": regularAndBold,
  "Noto Sans Tamil": regularAndBold,
  "Noto Sans Telugu": regularAndBold,
  "Noto Serif Tibetan": regularAndBold,
};

/** Fonts with signs that the fonts for scripts lack. */
const symbolFonts = { "Noto Sans Symbols 2": ["400Regular"], "Noto Sans Math": ["400Regular"] };

export const symbolFamilies = Object.keys(symbolFonts);

/** Families that many documents name, with the built-in family of the same widths. */
export const metricAliases = {
  Arial: "Arimo",
  Helvetica: "Arimo",
  "Times New Roman": "Tinos",
  Times: "Tinos",
  "Courier New": "Cousine",
  Courier: "Cousine",
};

/** The built-in family that the worker's Chromium prints for a generic one. */
export const genericFonts = {
  "sans-serif": "Arimo",
  serif: "Tinos",
  monospace: "Cousine",
  "system-ui": "Inter",
};

/**
 * The families in which the worker's Chromium looks for characters that no family of the document has. The first one is
 * for text without a family.
 */
export const fallbackFamilies = ["Tinos", "Inter", ...Object.keys(scriptFonts), ...symbolFamilies];

export type BuiltInFont = { family: string; weight: number; style: "normal" | "italic"; path: string };

/** All files of the built-in fonts: first those for Latin, then those for scripts, then those with signs. */
export function builtInFonts(): BuiltInFont[] {
  const families = Object.entries({ ...latinFonts, ...scriptFonts, ...symbolFonts });
  return families.flatMap(([family, faces]) => {
    const folder = builtInFontFolder(family);
    return faces.map((face) => ({
      family,
      weight: Number.parseInt(face, 10),
      style: face.endsWith("_Italic") ? "italic" : "normal",
      path: join(folder, face, `${family.replaceAll(" ", "")}_${face}.ttf`),
    }));
  });
}

/** The folder of a built-in family's package, which also has the licence of the font: `LICENSE_FONT`. */
export function builtInFontFolder(family: string): string {
  const name = `@expo-google-fonts/${family.toLowerCase().replaceAll(" ", "-")}`;
  return dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
}
