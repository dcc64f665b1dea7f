import type { SourceLibrary } from "@platen/contracts/internal";
import type { StyleFace } from "./read-style-face.ts";

export type LiftedFace = Pick<
  SourceLibrary["fonts"][number],
  "family" | "weight" | "style" | "unicodeRange" | "stretch"
>;

const styles = ["normal", "italic", "oblique"] as const;
/** Descriptors that a face of the library can have, or that mean nothing in print. */
const known: ReadonlySet<string> = new Set([
  "font-family",
  "src",
  "font-weight",
  "font-style",
  "font-stretch",
  "font-width",
  "unicode-range",
  "font-display",
]);
const limits = { family: 200, weight: 20, unicodeRange: 2_000, stretch: 40 };

/** The face that an `@font-face` rule defines; undefined if it says what a face of the library cannot have. */
export function liftedFace({ family, descriptors }: StyleFace): LiftedFace | undefined {
  if (family === undefined || [...descriptors.keys()].some((name) => !known.has(name))) return undefined;
  const weight = descriptors.get("font-weight") ?? "normal";
  const written = (descriptors.get("font-style") ?? "normal").toLowerCase();
  const style = styles.find((style) => style === written);
  const unicodeRange = descriptors.get("unicode-range");
  const stretch = descriptors.get("font-stretch") ?? descriptors.get("font-width");
  const isShort =
    family.length <= limits.family &&
    weight.length <= limits.weight &&
    (unicodeRange?.length ?? 0) <= limits.unicodeRange &&
    (stretch?.length ?? 0) <= limits.stretch;
  if (!style || !isShort) return undefined;
  return {
    family,
    weight,
    style,
    ...(unicodeRange !== undefined && { unicodeRange }),
    ...(stretch !== undefined && { stretch }),
  };
}
