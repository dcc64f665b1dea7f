import type { AssetKind, PageSettings } from "@platen/contracts";
import { assetOrigin } from "@platen/contracts/asset-origin";
import type { SourceLibrary } from "@platen/contracts/internal";
import { listTags, type Tag } from "@platen/mustache";
import type { Replacement } from "../composed-text.ts";
import { createAssetLookup, maxDynamicAssets, type Found, type LibraryAsset } from "./asset-lookup.ts";
import { assetScheme, placesInCss, type AssetPlace, type AssetReference } from "./asset-references.ts";
import { assetParts, placesIn, type AssetPart, type AssetSource } from "./asset-source.ts";
import { liftedFace } from "./lifted-face.ts";
import { lineIndex } from "./line-index.ts";
import { styleInHtml } from "./style-in-html.ts";

export type ComposeLibrary = {
  /** All assets of the project. */
  assets: readonly LibraryAsset[];
  /** By digest: the texts of style sheets, and the bytes of pictures in base64. The result tells which it lacks. */
  contents: ReadonlyMap<string, string>;
  /** SHA-256 of a text in hex. */
  digestOf: (text: string) => string;
};

/** A mistake of an author, at an offset of a part. */
export type AssetMistake = { path: AssetPart; offset: number; message: string };

/** An asset as it was when a source was composed. */
export type AssetPin = { name: string; sha256: string };

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
  mistakes: AssetMistake[];
  /** Digests of contents that are missing. With any, the texts are not complete: compose again with these contents. */
  needs: string[];
};

/** The most bytes of pictures in header and footer together. */
export const maxMarginBytes = 350_000;
/** The most characters of a source with its style sheets in place. */
export const maxComposedLength = 4_000_000;
const maxMistakes = 100;
/** The most style sheets inside one another. */
const maxDepth = 10;

/** The address of an asset that the library does not have. Its path ends with the name. */
const missingOrigin = `${assetOrigin}missing/`;

type Source = AssetSource & { css: string; settings: PageSettings };
/** The text that is composed. The mistakes in a style sheet are told where the author names it. */
type Context = {
  path: AssetPart;
  /** The offset at which the author names the style sheet; undefined in the author's own text. */
  offset?: number;
  /** The style sheets around the text, outermost first. */
  sheets: readonly string[];
  /** The words for a place in a style sheet. */
  inSheet?: (offset: number) => string;
  isConditional: boolean;
  tags: readonly Tag[];
};

class TooLong extends Error {}

/**
 * Puts the addresses of assets in the places of their names, and the texts of style sheets in the places of their imports.
 * Takes `@font-face` rules that name assets out of the styles, and adds the fonts that the styles name by their families.
 * Changes nothing else: a source that names no asset comes back as it is.
 */
export function composeAssets(source: Source, library: ComposeLibrary): ComposedAssets {
  const lookup = createAssetLookup(library.assets);
  const parts = assetParts(source).map(({ path, text }) => {
    const isRead = text.includes(assetScheme) || library.assets.some(({ kind }) => kind === "font");
    return { path, text, ...(isRead ? placesIn(path, text) : noPlaces) };
  });
  const pins = new Map<string, string>();
  const files = new Map<string, LibraryAsset>();
  const faces = new Map<string, SourceLibrary["fonts"][number]>();
  const families = new Set<string>();
  const ownFamilies = new Set<string>();
  const composedSheets = new Map<string, string>();
  const needs = new Set<string>();
  const mistakes: AssetMistake[] = [];
  const readSheets = new Set<string>();
  let sheetBytes = 0;
  let marginBytes = 0;

  function complain({ path, offset, inSheet }: Context, { start }: { start: number }, message: string): void {
    if (mistakes.length >= maxMistakes) return;
    mistakes.push({ path, offset: offset ?? start, message: inSheet ? `${inSheet(start)}: ${message}` : message });
  }

  /** Unwraps what was found, or tells the mistake. */
  function foundOr<T>(context: Context, reference: AssetReference, { found, mistake }: Found<T>): T | undefined {
    if (mistake !== undefined) complain(context, reference, mistake);
    return found;
  }

  function find(context: Context, reference: AssetReference, kind: AssetKind): LibraryAsset | undefined {
    const asset = foundOr(context, reference, lookup.named(reference, kind, context.path));
    if (asset) pins.set(asset.name, asset.sha256);
    return asset;
  }

  /** Content that the caller has given. */
  function contentOf({ sha256 }: LibraryAsset): string | undefined {
    const content = library.contents.get(sha256);
    if (content === undefined) needs.add(sha256);
    return content;
  }

  /** Pins the pictures to which names with tags may lead, all below one address. */
  function pinChoices(): string {
    const choices = new Map<string, LibraryAsset>();
    for (const { path, places } of parts) {
      if (isMargin(path)) continue;
      for (const { reference } of places.filter(isAddress)) {
        if (!reference.isDynamic) continue;
        const context = { ...ownText, path };
        for (const asset of foundOr(context, reference, lookup.beginningWith(reference.name)) ?? [])
          choices.set(asset.name, asset);
        if (choices.size > maxDynamicAssets) {
          complain(
            context,
            reference,
            `The names with tags in this template lead to more than ${maxDynamicAssets} pictures together. Write longer beginnings before the tags.`,
          );
          return missingOrigin;
        }
      }
    }
    const pinned = [...choices.values()].toSorted(byName);
    const origin = `${assetOrigin}${library.digestOf(pinned.map(({ name, sha256 }) => `${name} ${sha256}\n`).join(""))}/`;
    for (const asset of pinned) {
      pins.set(asset.name, asset.sha256);
      files.set(origin + asset.name, asset);
    }
    return origin;
  }
  const choicesOrigin = pinChoices();

  function addressOf(context: Context, reference: AssetReference, kind: AssetKind): string {
    if (isMargin(context.path)) return dataUrlOf(context, reference, kind);
    if (reference.isDynamic && kind === "picture") return choicesOrigin + reference.name;
    const asset = find(context, reference, kind);
    if (!asset) return missingAddress(reference);
    const address = assetOrigin + asset.sha256;
    files.set(address, asset);
    return address;
  }

  /** The address of a picture in a header or footer, which can load nothing. */
  function dataUrlOf(context: Context, reference: AssetReference, kind: AssetKind): string {
    const asset = kind === "picture" ? find(context, reference, kind) : undefined;
    if (kind !== "picture")
      complain(context, reference, "A header or footer can show pictures, but has no fonts or scripts of its own.");
    if (!asset) return "data:,";
    marginBytes += asset.sizeBytes;
    if (marginBytes > maxMarginBytes) {
      const limit = `${maxMarginBytes / 1_000} kB`;
      complain(
        context,
        reference,
        `The pictures in header and footer have more than ${limit} together. Use smaller ones.`,
      );
      return "data:,";
    }
    const content = contentOf(asset);
    return content === undefined ? "data:," : `data:${asset.contentType};base64,${content}`;
  }

  /** The text of a style sheet with its own names composed; undefined if there is none to put in place. */
  function composeSheet(context: Context, reference: AssetReference, isConditional: boolean): string | undefined {
    const asset = find(context, reference, "stylesheet");
    if (!asset) return undefined;
    const { name } = asset;
    const circle = context.sheets.indexOf(name);
    if (circle !== -1) {
      const way = [...context.sheets.slice(circle), name].join(" → ");
      complain(context, reference, `The style sheet imports itself: ${way}. Remove one of the imports.`);
      return undefined;
    }
    if (context.sheets.length === maxDepth) {
      complain(
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
    const content = contentOf(asset);
    if (content === undefined) return undefined;
    const { places, ...names } = placesInCss(content);
    addFamilies(context.path, names);
    const positionOf = lineIndex(content);
    const replacements = replacementsIn(places, {
      ...context,
      offset: context.offset ?? reference.start,
      sheets: [...context.sheets, name],
      inSheet: (offset) => `In \`asset:${name}\`, line ${positionOf(offset).line}`,
      isConditional,
      tags: [],
    });
    const text = replaced(content, replacements);
    composedSheets.set(key, text);
    return text;
  }

  function replacementsFor(place: AssetPlace, context: Context): Replacement[] {
    switch (place.kind) {
      case "address":
        return [replacementOf(context, place.reference, "picture")];
      case "use":
        complain(context, place.reference, "`<use>` cannot show a file. Write `<image>` or `<img>`.");
        return [];
      case "script":
        if (source.settings.javascript !== true)
          complain(context, place.reference, "Scripts run only if the page settings have `javascript`.");
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
        const asset = lookup.fontOf(place.references);
        if (!face || !asset || isMargin(context.path))
          return place.references.map((reference) => replacementOf(context, reference, "font"));
        pins.set(asset.name, asset.sha256);
        addFace({ ...face, sha256: asset.sha256, sizeBytes: asset.sizeBytes });
        return [{ start: place.start, end: place.end, text: "" }];
      }
      default:
        return place satisfies never;
    }
  }

  /** Puts an address in the place of a name. Behind a fixed beginning, the name with its tags stays. */
  function replacementOf(context: Context, reference: AssetReference, kind: AssetKind): Replacement {
    const end = reference.isDynamic ? reference.start + assetScheme.length + reference.name.length : reference.end;
    return { start: reference.start, end, text: addressOf(context, reference, kind) };
  }

  function replacementsIn(places: readonly AssetPlace[], context: Context): Replacement[] {
    const found = places.flatMap((place) => replacementsFor(place, context));
    return found.toSorted((one, other) => one.start - other.start);
  }

  function addFace(face: SourceLibrary["fonts"][number]): void {
    faces.set(JSON.stringify(face), face);
  }

  function addFamilies(path: AssetPart, found: { families: Set<string>; ownFamilies: Set<string> }): void {
    if (isMargin(path)) return;
    for (const family of found.families) families.add(family);
    for (const family of found.ownFamilies) ownFamilies.add(family);
  }

  /** Adds the fonts of the project that the styles name and do not define themselves. */
  function addNamedFonts(): void {
    for (const { name, sha256, sizeBytes, font } of library.assets.toSorted(byName)) {
      const family = font?.family.toLowerCase();
      if (!font || family === undefined || !families.has(family) || ownFamilies.has(family)) continue;
      pins.set(name, sha256);
      addFace({ ...font, sha256, sizeBytes });
    }
  }

  const composed: Partial<Record<AssetPart, string>> = {};
  const replacements: Partial<Record<AssetPart, Replacement[]>> = {};
  try {
    for (const { path, text, places, ...names } of parts) {
      addFamilies(path, names);
      const hasSheets = path !== "css" && places.some(({ kind }) => kind === "import");
      const found = replacementsIn(places, { ...ownText, path, tags: hasSheets ? listTags(text) : [] });
      composed[path] = replaced(text, found);
      replacements[path] = found;
    }
  } catch (error) {
    if (!(error instanceof TooLong)) throw error;
    const limit = `${maxComposedLength / 1_000_000} million characters`;
    needs.clear();
    mistakes.push({ path: "html", offset: 0, message: `With its style sheets, the template has more than ${limit}.` });
  }
  addNamedFonts();

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
    library: files.size + faces.size === 0 ? undefined : { files: [...files].map(toFile), fonts: [...faces.values()] },
    pins: [...pins].map(([name, sha256]) => ({ name, sha256 })).toSorted(byName),
    mistakes,
    needs: [...needs],
  };
}

const noPlaces = { places: [], families: new Set<string>(), ownFamilies: new Set<string>() };
const ownText = { sheets: [], isConditional: false, tags: [] } as const;

function isMargin(path: AssetPart): boolean {
  return path === "settings.header" || path === "settings.footer";
}

function isAddress(place: AssetPlace): place is AssetPlace & { kind: "address" } {
  return place.kind === "address";
}

function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function missingAddress({ name }: AssetReference): string {
  return missingOrigin + name;
}

function toFile([address, { sha256, contentType, sizeBytes }]: [string, LibraryAsset]): SourceLibrary["files"][number] {
  return { address, sha256, contentType, sizeBytes };
}

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
