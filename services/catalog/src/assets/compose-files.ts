import { createHash } from "node:crypto";
import type { PageSettings, ProblemDetail } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import {
  composeAssets,
  createPlaceReader,
  replaceIn,
  writtenText,
  type AssetMistake,
  type AssetPart,
  type AssetPin,
  type BrandPins,
  type BrandVariables,
  type LibraryAsset,
  type Replacement,
} from "@platen/library";
import type { SourcePlaces } from "../templates/compose-source.ts";

/** Texts whose snippets are in place. */
export type SourceTexts = { html: string; css: string; settings: PageSettings; places?: SourcePlaces };

export type SourceWithFiles = {
  source: SourceTexts;
  library: SourceLibrary | undefined;
  pins: AssetPin[];
  brand: BrandPins | undefined;
  mistakes: ProblemDetail[];
  /** Digests of files whose contents are missing. */
  needs: string[];
};

type ComposeFilesOptions = {
  source: SourceTexts;
  assets: readonly LibraryAsset[];
  contents: ReadonlyMap<string, string>;
  brand?: BrandVariables | undefined;
};

/** Puts the files of a project's library and the values of its brand into texts. The mistakes are told where an author wrote the names. */
export function composeFiles({ source, assets, contents, brand }: ComposeFilesOptions): SourceWithFiles {
  const { replacements, mistakes, library, pins, needs, html, css, settings, ...used } = composeAssets(source, {
    assets,
    contents,
    brand,
    digestOf: (text) => createHash("sha256").update(text).digest("hex"),
  });
  const isChanged = Object.values(replacements).some((list) => list.length > 0);
  return {
    source: isChanged ? { html, css, settings, places: placesAfter(source, replacements) } : source,
    library,
    pins,
    brand: used.brand,
    mistakes: placed(source, mistakes),
    needs,
  };
}

/** The texts that an author wrote or that snippets made, each with its field. */
function textsOf({ html, css, settings }: SourceTexts): [AssetPart, string][] {
  const texts = { html, css, "settings.header": settings.header, "settings.footer": settings.footer };
  // The keys are those of the object above, which the compiler forgets.
  return Object.entries(texts).flatMap(([path, text]) => (text === undefined ? [] : [[path as AssetPart, text]]));
}

/** A text of a source with the places in which it was written. */
function composedText({ places }: SourceTexts, path: AssetPart, text: string) {
  const known = places?.[path];
  return known ? { text, places: known } : writtenText(path, text);
}

function placesAfter(source: SourceTexts, replacements: Partial<Record<AssetPart, Replacement[]>>): SourcePlaces {
  const places = textsOf(source).map(([path, text]) => {
    const composed = composedText(source, path, text);
    return [path, replaceIn(composed, replacements[path] ?? []).places] as const;
  });
  return Object.fromEntries(places);
}

function placed(source: SourceTexts, mistakes: readonly AssetMistake[]): ProblemDetail[] {
  return textsOf(source).flatMap(([path, text]) => {
    const placeOf = createPlaceReader(composedText(source, path, text));
    return mistakes
      .filter((mistake) => mistake.path === path)
      .toSorted((one, other) => one.offset - other.offset)
      .map(({ offset, message }) => ({ ...placeOf(offset), message }));
  });
}
