import { createHash } from "node:crypto";
import type { AssetKind, FontFace } from "@platen/contracts";
import type { LibraryAsset } from "./asset-lookup.ts";
import { composeAssets } from "./compose-assets.ts";

export function digestOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

const kinds: Record<string, [AssetKind, string]> = {
  svg: ["picture", "image/svg+xml"],
  png: ["picture", "image/png"],
  css: ["stylesheet", "text/css"],
  js: ["script", "text/javascript"],
  woff2: ["font", "font/woff2"],
};

/** An asset whose kind is that of its ending, and whose digest is that of its name. */
export function assetNamed(name: string, more: { sizeBytes?: number; font?: FontFace } = {}): LibraryAsset {
  const [kind, contentType] = kinds[name.slice(name.lastIndexOf(".") + 1)] ?? ["picture", "image/png"];
  return { name, kind, contentType, sha256: digestOf(name), sizeBytes: 100, ...more };
}

type Given = { html?: string; css?: string; header?: string; footer?: string; javascript?: boolean };

/** Composes a source with assets of these names. The names of style sheets and pictures may have contents. */
export function compose(
  { html = "", css = "", ...settings }: Given,
  assets: readonly (string | LibraryAsset)[],
  contents: Readonly<Record<string, string>> = {},
) {
  return composeAssets(
    { html, css, settings },
    {
      assets: assets.map((asset) => (typeof asset === "string" ? assetNamed(asset) : asset)),
      contents: new Map(Object.entries(contents).map(([name, content]) => [digestOf(name), content])),
      digestOf,
    },
  );
}
