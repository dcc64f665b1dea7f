import { assetScheme, type AssetPlace, type AssetReference } from "./asset-references.ts";
import { assetParts, placesIn, type AssetPart, type AssetSource } from "./asset-source.ts";
import { lineIndex } from "./line-index.ts";

/** A name of an asset in a text of an author. */
export type AssetName = {
  /** The name; of one with tags in it, the fixed beginning. */
  name: string;
  isDynamic: boolean;
  path: AssetPart;
  /** Offset of `asset:` in the part, and of the end of the name. */
  start: number;
  end: number;
  /** Line and column of `asset:` in the part, from 1. */
  line: number;
  column: number;
};

/** The references of a place, in order. */
function referencesOf(place: AssetPlace): AssetReference[] {
  return place.kind === "face" ? place.references : [place.reference];
}

/** Finds the names of assets where they have a meaning: in addresses of HTML and CSS, never in its text. */
export function findAssetNames(source: AssetSource): AssetName[] {
  return assetParts(source).flatMap(({ path, text }) => {
    if (!text.includes(assetScheme)) return [];
    const positionOf = lineIndex(text);
    return placesIn(path, text)
      .places.flatMap(referencesOf)
      .toSorted((one, other) => one.start - other.start)
      .map(({ name, isDynamic, start, end }) => ({ name, isDynamic, path, start, end, ...positionOf(start) }));
  });
}
