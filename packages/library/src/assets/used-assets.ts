import type { AssetKind } from "@platen/contracts";
import type { SourceLibrary } from "@platen/contracts/internal";
import type { Tag } from "@platen/mustache";
import { createAssetLookup, type Found, type LibraryAsset } from "./asset-lookup.ts";
import type { AssetReference } from "./asset-references.ts";
import type { AssetPart } from "./asset-source.ts";
import type { BrandVariables } from "../brand/brand-variables.ts";

export type ComposeLibrary = {
  /** All assets of the project. */
  assets: readonly LibraryAsset[];
  /** By digest: the texts of style sheets, and the bytes of pictures in base64. The result tells which it lacks. */
  contents: ReadonlyMap<string, string>;
  /** SHA-256 of a text in hex. */
  digestOf: (text: string) => string;
  /** The values of the project's brand. */
  brand?: BrandVariables | undefined;
};

/** A mistake of an author, at an offset of a part. */
export type AssetMistake = { path: AssetPart; offset: number; message: string };

/** An asset as it was when a source was composed. */
export type AssetPin = { name: string; sha256: string };

/** The text that is composed. The mistakes in a style sheet are told where the author names it. */
export type AssetContext = {
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

type Face = SourceLibrary["fonts"][number];

/** What composing a source finds and notes. */
export type UsedAssets = ReturnType<typeof createUsedAssets>;

const maxMistakes = 100;

export function createUsedAssets(library: ComposeLibrary) {
  const lookup = createAssetLookup(library.assets);
  const pins = new Map<string, string>();
  const files = new Map<string, LibraryAsset>();
  const faces = new Map<string, Face>();
  const families = new Set<string>();
  const ownFamilies = new Set<string>();
  const needs = new Set<string>();
  const mistakes: AssetMistake[] = [];

  function complain({ path, offset, inSheet }: AssetContext, { start }: { start: number }, message: string): void {
    if (mistakes.length >= maxMistakes) return;
    mistakes.push({ path, offset: offset ?? start, message: inSheet ? `${inSheet(start)}: ${message}` : message });
  }

  /** Unwraps what was found, or tells the mistake. */
  function foundOr<T>(context: AssetContext, reference: AssetReference, { found, mistake }: Found<T>): T | undefined {
    if (mistake !== undefined) complain(context, reference, mistake);
    return found;
  }

  function find(context: AssetContext, reference: AssetReference, kind: AssetKind): LibraryAsset | undefined {
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

  /** Notes an asset as part of the source, and the file that a worker reads at an address. */
  function addFile(address: string, asset: LibraryAsset): void {
    pins.set(asset.name, asset.sha256);
    files.set(address, asset);
  }

  /** Adds a face of a font of the project. */
  function addFace(face: Omit<Face, "sha256" | "sizeBytes">, { name, sha256, sizeBytes }: LibraryAsset): void {
    pins.set(name, sha256);
    const added = { ...face, sha256, sizeBytes };
    faces.set(JSON.stringify(added), added);
  }

  function addFamilies(path: AssetPart, found: { families: Set<string>; ownFamilies: Set<string> }): void {
    if (isMargin(path)) return;
    for (const family of found.families) families.add(family);
    for (const family of found.ownFamilies) ownFamilies.add(family);
  }

  /** Adds the fonts of the project that the styles name and do not define themselves. */
  function addNamedFonts(): void {
    for (const asset of library.assets.toSorted(byName)) {
      const { font } = asset;
      const family = font?.family.toLowerCase();
      if (!font || family === undefined || !families.has(family) || ownFamilies.has(family)) continue;
      addFace(font, asset);
    }
  }

  return {
    lookup,
    needs,
    mistakes,
    complain,
    foundOr,
    find,
    contentOf,
    addFile,
    addFace,
    addFamilies,
    addNamedFonts,
    /** The assets that the texts use, by their names. */
    pins: (): AssetPin[] => [...pins].map(([name, sha256]) => ({ name, sha256 })).toSorted(byName),
    library: (): SourceLibrary | undefined =>
      files.size + faces.size === 0 ? undefined : { files: [...files].map(toFile), fonts: [...faces.values()] },
  };
}

/** The context of the author's own text. */
export const ownText = { sheets: [], isConditional: false, tags: [] } as const;

export function isMargin(path: AssetPart): boolean {
  return path === "settings.header" || path === "settings.footer";
}

export function byName(one: { name: string }, other: { name: string }): number {
  return one.name < other.name ? -1 : 1;
}

function toFile([address, { sha256, contentType, sizeBytes }]: [string, LibraryAsset]): SourceLibrary["files"][number] {
  return { address, sha256, contentType, sizeBytes };
}
