import type { Warning } from "./schemas/warning.ts";
import { warningOf } from "./warning-severity.ts";

/** More than a person reads. */
const maxCharacters = 20;

const codePointOf = (character: string) =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;

/** Creates the warning about characters that no font of the worker has. It names code points, not the text around them. */
export function glyphMissing(characters: readonly string[]): Warning {
  return glyphMissingOf(characters.slice(0, maxCharacters).map(codePointOf), characters.length);
}

/** The same from code points such as `U+1F9FF`. `count` is the number of all such characters. */
export function glyphMissingOf(codePoints: readonly string[], count: number): Warning {
  const more = count > codePoints.length ? ` and ${count - codePoints.length} more` : "";
  return warningOf(
    "glyph.missing",
    `No installed font has ${codePoints.join(", ")}${more}: boxes are printed. Install a font with ${count === 1 ? "this character" : "these characters"} on the workers.`,
    { characters: [...codePoints], count },
  );
}

/** Creates the warning about a font that the template names and the worker does not have. */
export function fontReplaced(font: string): Warning {
  return warningOf(
    "font.replaced",
    `The font "${font}" is not installed, so another font replaces it. Name an installed font, or install it on the workers.`,
    { font },
  );
}
