import { assetKindOf } from "./asset-kind.ts";

/** A file of the library that an imported template needs. */
export type ImportedAsset = { name: string; bytes: Uint8Array; contentType: string };

const longestName = 120;

/** The name of an asset for a path: small letters, digits, dots, dashes and slashes. */
export function assetNameOf(path: string, extension: string): string {
  const plain = path
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll("ß", "ss")
    .toLowerCase()
    .replaceAll(/[^a-z0-9._/-]+/g, "-")
    .replaceAll(/\/[-._/]*/g, "/")
    .replace(/^[-._/]+/, "");
  const dot = plain.lastIndexOf(".");
  const slash = plain.lastIndexOf("/");
  const stem = dot > slash ? plain.slice(0, dot) : plain;
  const end = dot > slash ? plain.slice(dot + 1) : "";
  const kept = end === extension || (extension === "jpg" && end === "jpeg") ? end : extension;
  const short = stem
    .slice(-longestName)
    .replace(/^[-._/]+/, "")
    .replace(/[-._/]+$/, "");
  return `${short === "" ? "file" : short}.${kept}`;
}

/** Collects the assets of an import under names that do not collide. */
export type AssetStore = {
  /** The name of the asset for a file; undefined for one of a kind that Platen does not take. */
  add: (path: string, bytes: Uint8Array) => string | undefined;
  /** The same for a picture or font that has no file of its own. */
  addNameless: (bytes: Uint8Array) => string | undefined;
  all: () => ImportedAsset[];
};

export function createAssetStore(): AssetStore {
  const assets = new Map<string, ImportedAsset>();
  const byLength = new Map<number, ImportedAsset[]>();
  let nameless = 0;

  function store(wanted: string, bytes: Uint8Array, contentType: string): string {
    const known = byLength.get(bytes.length)?.find((asset) => haveSameBytes(asset.bytes, bytes));
    if (known) return known.name;
    const dot = wanted.lastIndexOf(".");
    let name = wanted;
    for (let number = 2; assets.has(name); number += 1) name = `${wanted.slice(0, dot)}-${number}${wanted.slice(dot)}`;
    const asset = { name, bytes, contentType };
    assets.set(name, asset);
    byLength.set(bytes.length, [...(byLength.get(bytes.length) ?? []), asset]);
    return name;
  }

  return {
    add(path, bytes) {
      const kind = assetKindOf(bytes, path);
      return kind && store(assetNameOf(path, kind.extension), bytes, kind.contentType);
    },
    addNameless(bytes) {
      const kind = assetKindOf(bytes, "");
      if (!kind) return undefined;
      nameless += 1;
      const isFont = kind.contentType.startsWith("font/");
      return store(`${isFont ? "font" : "picture"}-${nameless}.${kind.extension}`, bytes, kind.contentType);
    },
    all: () => [...assets.values()],
  };
}

function haveSameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
