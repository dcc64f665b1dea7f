import { extensionOf } from "./import-file.ts";

/** Media types by the extensions with which assets of this kind are named. */
const types: Readonly<Record<string, string>> = {
  png: "image/png",
  jpg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
  avif: "image/avif",
  svg: "image/svg+xml",
  ttf: "font/ttf",
  otf: "font/otf",
  woff: "font/woff",
  woff2: "font/woff2",
  css: "text/css",
  js: "text/javascript",
};

const starts: readonly (readonly [string, string])[] = [
  ["png", "\u0089PNG\r\n"],
  ["jpg", "\u00ff\u00d8\u00ff"],
  ["gif", "GIF8"],
  ["ttf", "\0\u0001\0\0"],
  ["ttf", "true"],
  ["otf", "OTTO"],
  ["woff", "wOFF"],
  ["woff2", "wOF2"],
];

export type AssetKind = { extension: string; contentType: string };

/** The kind of a file that Platen takes as an asset, by its bytes; style sheets and scripts by their names. */
export function assetKindOf(bytes: Uint8Array, name: string): AssetKind | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 600));
  const byBytes =
    starts.find(([, start]) => head.startsWith(start))?.[0] ??
    (head.startsWith("RIFF") && head.slice(8, 12) === "WEBP" ? "webp" : undefined) ??
    (head.slice(4, 8) === "ftyp" && /^avi[fs]/.test(head.slice(8, 12)) ? "avif" : undefined) ??
    (/^(?:\u00ef\u00bb\u00bf)?\s*</.test(head) && (head.includes("<svg") || extensionOf(name) === "svg")
      ? "svg"
      : undefined);
  const written = extensionOf(name);
  const extension = byBytes ?? (written === "css" || written === "js" ? written : written === "mjs" ? "js" : undefined);
  const contentType = extension === undefined ? undefined : types[extension];
  return extension === undefined || contentType === undefined ? undefined : { extension, contentType };
}
