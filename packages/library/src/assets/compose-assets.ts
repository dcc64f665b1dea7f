import type { AssetKind, PageSettings } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import { listTags } from "@platen/mustache";
import { createBrandDocuments } from "../brand/brand-documents.ts";
import type { BrandPins } from "../brand/used-brand.ts";
import type { Replacement } from "../composed-text.ts";
import { createAssetAddresses, missingAddress } from "./asset-addresses.ts";
import { assetScheme, placesInCss, type AssetPlace, type AssetReference } from "./asset-references.ts";
import { assetParts, placesIn, type AssetPart, type AssetSource } from "./asset-source.ts";
import { liftedFace } from "./lifted-face.ts";
import { lineIndex } from "./line-index.ts";
import { styleInHtml } from "./style-in-html.ts";
import {
  createUsedAssets,
  isMargin,
  ownText,
  type AssetContext,
  type AssetMistake,
  type AssetPin,
  type ComposeLibrary,
} from "./used-assets.ts";

export type ComposedAssets = {
  html: string;
  css: string;
  settings: PageSettings;
  /** The replacements in each part, in the order of its text. */
  replacements: Partial<Record<AssetPart, Replacement[]>>;
  /** What a worker reads beside the texts. Undefined if they need no file. */
  library: SourceLibrary | undefined;
  /** The assets that the texts use, by their names. */
  pins: AssetPin[];
  /** What the texts take from the brand; undefined if that is nothing. */
  brand: BrandPins | undefined;
  mistakes: AssetMistake[];
  /** Digests of contents that are missing. With any, the texts are not complete: compose again with these contents. */
  needs: string[];
};

/** The most characters of a source with its style sheets in place. */
export const maxComposedLength = 4_000_000;
/** The most style sheets inside one another. */
const maxDepth = 10;

type Source = AssetSource & { css: string; settings: PageSettings };

class TooLong extends Error {}

/**
 * Puts the addresses of assets in the places of their names, and the texts of style sheets in the places of their imports.
 * Takes `@font-face` rules that name assets out of the styles, and adds the fonts that the styles name by their families.
 * Gives the variables of the brand that the texts use their values. Changes nothing else: a source that names none of these
 * comes back as it is.
 */
export function composeAssets(source: Source, library: ComposeLibrary): ComposedAssets {
  const used = createUsedAssets(library);
  const parts = assetParts(source).map(({ path, text }) => {
    const isRead = text.includes(assetScheme) || library.assets.some(({ kind }) => kind === "font");
    return { path, text, ...(isRead ? placesIn(path, text) : noPlaces) };
  });
  const addressOf = createAssetAddresses(parts, used, library.digestOf);
  const brand = createBrandDocuments(library.brand ?? {}, used.complain);
  const composedSheets = new Map<string, string>();
  const readSheets = new Set<string>();
  let sheetBytes = 0;

  /** The text of a style sheet with its own names composed; undefined if there is none to put in place. */
  function composeSheet(context: AssetContext, reference: AssetReference, isConditional: boolean): string | undefined {
    const asset = used.find(context, reference, "stylesheet");
    if (!asset) return undefined;
    const { name } = asset;
    const circle = context.sheets.indexOf(name);
    if (circle !== -1) {
      const way = [...context.sheets.slice(circle), name].join(" → ");
      used.complain(context, reference, `The style sheet imports itself: ${way}. Remove one of the imports.`);
      return undefined;
    }
    if (context.sheets.length === maxDepth) {
      used.complain(
        context,
        reference,
        `Style sheets can import each other ${maxDepth} deep. Name this one in the template.`,
      );
      return undefined;
    }
    const key = `${isConditional} ${context.path} ${name}`;
    const composed = composedSheets.get(key);
    if (composed !== undefined) return composed;
    if (!readSheets.has(name)) {
      readSheets.add(name);
      sheetBytes += asset.sizeBytes;
      if (sheetBytes > maxComposedLength) throw new TooLong();
    }
    const content = used.contentOf(asset);
    if (content === undefined) return undefined;
    const { places, ...names } = placesInCss(content);
    used.addFamilies(context.path, names);
    const positionOf = lineIndex(content);
    const inner: AssetContext = {
      ...context,
      offset: context.offset ?? reference.start,
      sheets: [...context.sheets, name],
      inSheet: (offset) => `In \`asset:${name}\`, line ${positionOf(offset).line}`,
      isConditional,
      tags: [],
    };
    brand.read(inner, content);
    const replacements = replacementsIn(places, inner);
    const text = replaced(content, replacements);
    composedSheets.set(key, text);
    return text;
  }

  function replacementsFor(place: AssetPlace, context: AssetContext): Replacement[] {
    switch (place.kind) {
      case "address":
        return [replacementOf(context, place.reference, "picture")];
      case "use":
        used.complain(context, place.reference, "`<use>` cannot show a file. Write `<image>` or `<img>`.");
        return [];
      case "script":
        if (source.settings.javascript !== true)
          used.complain(context, place.reference, "Scripts run only if the page settings have `javascript`.");
        return [replacementOf(context, place.reference, "script")];
      case "import": {
        const { start, end, reference, before, after } = place;
        const sheet = composeSheet(context, reference, context.isConditional || place.isConditional);
        if (sheet === undefined) return [{ ...reference, text: missingAddress(reference) }];
        const isInHtml = context.path !== "css" && context.sheets.length === 0;
        const text = isInHtml ? styleInHtml(sheet, context.tags, start) : sheet;
        return [{ start, end, text: before + text + after }];
      }
      case "face": {
        const face = context.isConditional || place.isConditional ? undefined : liftedFace(place.face);
        const asset = used.lookup.fontOf(place.references);
        if (!face || !asset || isMargin(context.path))
          return place.references.map((reference) => replacementOf(context, reference, "font"));
        used.addFace(face, asset);
        return [{ start: place.start, end: place.end, text: "" }];
      }
      default:
        return place satisfies never;
    }
  }

  /** Puts an address in the place of a name. Behind a fixed beginning, the name with its tags stays. */
  function replacementOf(context: AssetContext, reference: AssetReference, kind: AssetKind): Replacement {
    const end = reference.isDynamic ? reference.start + assetScheme.length + reference.name.length : reference.end;
    return { start: reference.start, end, text: addressOf(context, reference, kind) };
  }

  function replacementsIn(places: readonly AssetPlace[], context: AssetContext): Replacement[] {
    const found = places.flatMap((place) => replacementsFor(place, context));
    return found.toSorted((one, other) => one.start - other.start);
  }

  const composed: Partial<Record<AssetPart, string>> = {};
  const replacements: Partial<Record<AssetPart, Replacement[]>> = {};
  try {
    for (const { path, text, places, ...names } of parts) {
      used.addFamilies(path, names);
      brand.read({ ...ownText, path }, text);
      const hasSheets = path !== "css" && places.some(({ kind }) => kind === "import");
      const found = replacementsIn(places, { ...ownText, path, tags: hasSheets ? listTags(text) : [] });
      composed[path] = replaced(text, found);
      replacements[path] = found;
    }
    for (const [path, text] of brand.rules()) {
      used.addFamilies(path, placesInCss(text));
      composed[path] = text + (composed[path] ?? "");
      replacements[path] = [{ start: 0, end: 0, text }, ...(replacements[path] ?? [])];
    }
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    const limit = `${maxComposedLength / 1_000_000} million characters`;
    used.needs.clear();
    used.mistakes.push({
      path: "html",
      offset: 0,
      message: `With its style sheets, the template has more than ${limit}.`,
    });
  }
  used.addNamedFonts();

  const { header, footer } = source.settings;
  return {
    html: composed.html ?? source.html,
    css: composed.css ?? source.css,
    settings: {
      ...source.settings,
      ...(header !== undefined && { header: composed["settings.header"] ?? header }),
      ...(footer !== undefined && { footer: composed["settings.footer"] ?? footer }),
    },
    replacements,
    library: used.library(),
    pins: used.pins(),
    brand: brand.pins(),
    mistakes: used.mistakes,
    needs: [...used.needs],
  };
}

const noPlaces = { places: [], families: new Set<string>(), ownFamilies: new Set<string>() };

/** A text with its replacements, which come in order and do not overlap. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  let length = text.length;
  let position = 0;
  const pieces: string[] = [];
  for (const { start, end, text: replacement } of replacements) {
    length += replacement.length - (end - start);
    if (length > maxComposedLength) throw new TooLong();
    pieces.push(text.slice(position, start), replacement);
    position = end;
  }
  pieces.push(text.slice(position));
  return pieces.join("");
}
