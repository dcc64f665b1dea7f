import type { AssetKind, FontFace } from "@platen/contracts";
import { closest, distance } from "fastest-levenshtein";
import type { AssetReference } from "./asset-references.ts";
import type { AssetPart } from "./asset-source.ts";

/** An asset of the project, without its bytes. */
export type LibraryAsset = {
  name: string;
  kind: AssetKind;
  sha256: string;
  contentType: string;
  sizeBytes: number;
  /** The face of a font, as the file tells it. */
  font?: FontFace | undefined;
};

/** The most assets that names with tags in them may pin. */
export const maxDynamicAssets = 500;
/** The most fixed beginnings of such names in one source. */
const maxBeginnings = 100;
const longestCompared = 60;
const namePattern = /^[a-z0-9._/-]*$/;

const kindWords: Record<AssetKind, string> = {
  picture: "a picture",
  font: "a font",
  stylesheet: "a style sheet",
  script: "a script",
};

/** Either an asset, or what the author must change. */
export type Found<T> = { found: T; mistake?: undefined } | { found?: undefined; mistake: string };

/** Finds assets of a project by the names that texts write. */
export function createAssetLookup(assets: readonly LibraryAsset[]) {
  const byName = new Map(assets.map((asset) => [asset.name, asset]));
  const names = [...byName.keys()];
  const beginnings = new Map<string, LibraryAsset[]>();

  function adviceFor(name: string, path: AssetPart): string {
    if (path === "css" && name.includes("{{"))
      return " The template's CSS has no tags: write a style that depends on data in the HTML.";
    if (name.length <= longestCompared && names.length > 0) {
      const near = closest(name.toLowerCase(), names);
      if (distance(name.toLowerCase(), near) <= Math.max(2, Math.floor(name.length / 3)))
        return ` Did you mean \`asset:${near}\`?`;
    }
    return namePattern.test(name)
      ? " Upload it on the page Assets, or correct the name."
      : " Names have lower-case letters, digits, dots, dashes, underscores and slashes.";
  }

  return {
    /** The asset of a name if its kind fits the place. */
    named({ name, isDynamic }: AssetReference, kind: AssetKind, path: AssetPart): Found<LibraryAsset> {
      if (isDynamic) return { mistake: `The name of ${kindWords[kind]} here cannot have tags in it. Write it out.` };
      const asset = byName.get(name);
      if (!asset) return { mistake: `The project has no asset \`${shown(name)}\`.${adviceFor(name, path)}` };
      if (asset.kind !== kind)
        return { mistake: `\`asset:${name}\` is ${kindWords[asset.kind]}, but here belongs ${kindWords[kind]}.` };
      return { found: asset };
    },

    /** The first font that a list of names leads to. */
    fontOf(references: readonly AssetReference[]): LibraryAsset | undefined {
      return references.map(({ name }) => byName.get(name)).find((asset) => asset?.kind === "font");
    },

    /** The pictures to which a name with tags may lead. */
    beginningWith(beginning: string): Found<LibraryAsset[]> {
      let found = beginnings.get(beginning);
      if (!found) {
        if (beginnings.size >= maxBeginnings)
          return { mistake: `A template may have ${maxBeginnings} different names with tags in them. Remove some.` };
        found = assets.filter(({ name, kind }) => kind === "picture" && name.startsWith(beginning));
        beginnings.set(beginning, found);
      }
      const named = beginning === "" ? "" : ` whose names begin with \`${shown(beginning)}\``;
      if (found.length === 0) return { mistake: `The project has no pictures${named}.` };
      if (found.length > maxDynamicAssets) {
        const excess = `The project has ${found.length} pictures${named}, and a tag may choose from at most ${maxDynamicAssets}.`;
        return { mistake: `${excess} Write a longer beginning before the tag, such as a folder.` };
      }
      return { found };
    },
  };
}

/** A name of the author as a message shows it. */
function shown(name: string): string {
  return name.length > longestCompared ? `${name.slice(0, longestCompared)}…` : name;
}
