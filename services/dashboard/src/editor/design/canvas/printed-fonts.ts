import { fallbackFamilies, fontAliases, fontFaces, genericFamilies } from "virtual:printed-fonts";
import { createPrintedFamilies } from "./printed-families.ts";

type Face = (typeof fontFaces)[number];

const [standardFamily = "", ...otherFamilies] = fallbackFamilies;

/** The name for what Chromium finds by its characters: only the regular face, of which it makes a bold one itself. */
const foundName = (family: string): string => `found ${family}`;

export const printedFamilies = createPrintedFamilies({
  genericFamilies,
  fallbackFamilies: [standardFamily, ...otherFamilies.map(foundName)],
});

function facesOf(family: string, name = family): Face[] {
  return fontFaces.filter((face) => face.family === family).map((face) => ({ ...face, family: name }));
}

const faces: readonly Face[] = [
  ...fontFaces,
  ...Object.entries(fontAliases).flatMap(([name, family]) => facesOf(family, name)),
  ...otherFamilies.flatMap((family) =>
    facesOf(family, foundName(family)).filter(({ weight, style }) => weight === 400 && style === "normal"),
  ),
];

function rule({ family, weight, style, range, url }: Face): string {
  return `@font-face { font-family: ${JSON.stringify(family)}; font-weight: ${weight}; font-style: ${style}; font-display: swap; src: url(${url}); unicode-range: ${range}; }`;
}

// The worker's Chromium sets form controls in `sans-serif`.
const ofDocument = `
:where(:root) { font-family: ${printedFamilies.fallback}; }
:where(input, select, button) { font-family: ${printedFamilies.printed("sans-serif")}; }`;

/**
 * The rules of the fonts that workers print with, without families for which the template has fonts of its own. A browser
 * loads a file only for a character that the page shows in it.
 */
export function printedFontRules(own: readonly string[]): string {
  const replaced = new Set(own.map((family) => family.toLowerCase()));
  return [...faces.filter(({ family }) => !replaced.has(family.toLowerCase())).map(rule), ofDocument].join("\n");
}
