import { maxAssetBytes, type AssetKind } from "@platen/contracts";
import { formatSize } from "../../ui/format.ts";

/** The endings of the names of each kind. The service reads the bytes and refuses a file whose name says otherwise. */
const endings: Readonly<Record<AssetKind, readonly string[]>> = {
  picture: ["png", "jpg", "jpeg", "gif", "webp", "avif", "svg"],
  font: ["ttf", "otf", "woff", "woff2"],
  stylesheet: ["css"],
  script: ["js", "mjs"],
};

const kinds = Object.keys(endings) as AssetKind[];

/** The file types that a dialog of the system offers, as the attribute `accept` takes them. */
export const acceptedFiles = kinds
  .flatMap((kind) => endings[kind])
  .map((ending) => `.${ending}`)
  .join(",");

/** The pictures that a dialog of the system offers. */
export const acceptedPictures = endings.picture.map((ending) => `.${ending}`).join(",");

function endingOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot === -1 ? "" : name.slice(dot + 1).toLowerCase();
}

/** The kind of a file by its name; undefined for a file that a project cannot keep. */
export function kindOf(name: string): AssetKind | undefined {
  const ending = endingOf(name);
  return kinds.find((kind) => endings[kind].includes(ending));
}

/** The longest name that the contract allows. */
const longestName = 200;

/** An allowed name for a file: "Logo (neu).PNG" becomes "logo-neu.png". */
export function assetNameOf(fileName: string): string {
  const ending = endingOf(fileName);
  const stem = (ending === "" ? fileName : fileName.slice(0, -ending.length - 1))
    .replaceAll("ß", "ss")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._/-]+/g, "-")
    .replace(/^[^a-z0-9]+/, "")
    .replace(/[-.]+$/, "");
  const end = ending === "" ? "" : `.${ending}`;
  return `${(stem === "" ? "file" : stem).slice(0, longestName - end.length)}${end}`;
}

/** The name, with a number before its ending if it is taken: "logo-2.png". */
export function freeAssetName(name: string, taken: readonly string[]): string {
  if (!taken.includes(name)) return name;
  const ending = endingOf(name);
  const end = ending === "" ? "" : `.${ending}`;
  const stem = end === "" ? name : name.slice(0, -end.length);
  for (let number = 2; ; number += 1) {
    const numbered = `-${number}${end}`;
    const candidate = `${stem.slice(0, longestName - numbered.length)}${numbered}`;
    if (!taken.includes(candidate)) return candidate;
  }
}

/** What prevents that a file becomes an asset; undefined if its name and size show nothing. */
export function fileMistake({ name, size }: { name: string; size: number }): string | undefined {
  const kind = kindOf(name);
  if (!kind) {
    return "A project keeps pictures (PNG, JPEG, GIF, WebP, AVIF, SVG), fonts (TTF, OTF, WOFF, WOFF2), style sheets (CSS) and scripts (JS).";
  }
  if (size === 0) return "The file is empty.";
  const most = maxAssetBytes[kind];
  return size > most
    ? `The file has ${formatSize(size)}. A ${labelOfKind[kind]} can have ${formatSize(most)}.`
    : undefined;
}

/** The name of a kind within a sentence. */
const labelOfKind: Readonly<Record<AssetKind, string>> = {
  picture: "picture",
  font: "font",
  stylesheet: "style sheet",
  script: "script",
};

/** The name of a kind for a list. */
export function kindLabel(kind: AssetKind): string {
  const label = labelOfKind[kind];
  return `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
}
