import { zipSync, type Zippable } from "fflate";
import { ImportError } from "../import-error.ts";
import { assetKindOf } from "../files/asset-kind.ts";
import type { ImportedAsset } from "../files/asset-store.ts";
import type { ImportFile } from "../files/import-file.ts";
import type { ImportedSnippet } from "../template-source.ts";
import { isRecord } from "./settings.ts";

const format = "platen-archive";
const formatVersion = 1;

/** A template with everything that it needs. `about` is what `template.json` says beside the format, as JSON. */
export type TemplateArchive = {
  about: Record<string, unknown>;
  html: string;
  css: string;
  assets: readonly Pick<ImportedAsset, "name" | "bytes">[];
  snippets: readonly ImportedSnippet[];
};

/** Bytes that are compressed already gain nothing by it. */
const stored = /\.(?:png|jpe?g|gif|webp|avif|woff2?)$/;

const text = (content: string) => new TextEncoder().encode(content);

/** Writes a template as a ZIP. Equal templates give equal bytes. */
export function writeTemplateArchive({ about, html, css, assets, snippets }: TemplateArchive): Uint8Array {
  const files: Zippable = {
    "template.json": text(`${JSON.stringify({ format, formatVersion, ...about }, null, 2)}\n`),
    "template.html": text(html),
    "template.css": text(css),
  };
  for (const asset of assets) files[`assets/${asset.name}`] = [asset.bytes, { level: stored.test(asset.name) ? 0 : 6 }];
  for (const snippet of snippets) {
    files[`snippets/${snippet.name}.html`] = text(snippet.html);
    if (snippet.css !== "") files[`snippets/${snippet.name}.css`] = text(snippet.css);
  }
  // The time is a fixed one: a ZIP knows none before 1980.
  return zipSync(files, { level: 6, mtime: new Date(1980, 0, 1) });
}

/** Reads the files of such a ZIP; undefined for other files. */
export function readTemplateArchive(files: readonly ImportFile[]): TemplateArchive | undefined {
  const named = new Map(files.map((file) => [file.name, file.bytes]));
  const head = named.get("template.json");
  const html = named.get("template.html");
  if (!head || !html) return undefined;
  const content = parseOrNothing(textOf(head));
  if (!isRecord(content) || content["format"] !== format) return undefined;
  const { format: _format, formatVersion: version, ...about } = content;
  if (typeof version !== "number" || version > formatVersion) {
    throw new ImportError("The file was exported by a newer Platen. Update Platen, then import it again.");
  }
  const assets = files.flatMap(({ name, bytes }) =>
    name.startsWith("assets/") ? [{ name: name.slice("assets/".length), bytes }] : [],
  );
  const snippets = files.flatMap(({ name, bytes }): ImportedSnippet[] => {
    if (!name.startsWith("snippets/") || !name.endsWith(".html")) return [];
    const stem = name.slice("snippets/".length, -".html".length);
    const css = named.get(`snippets/${stem}.css`);
    return [{ name: stem, html: textOf(bytes), css: css ? textOf(css) : "" }];
  });
  const css = named.get("template.css");
  return { about, html: textOf(html), css: css ? textOf(css) : "", assets, snippets };
}

/** The assets with their media types; those of a kind that Platen does not take are left out. */
export function typedAssets(assets: TemplateArchive["assets"]): ImportedAsset[] {
  return assets.flatMap(({ name, bytes }) => {
    const kind = assetKindOf(bytes, name);
    return kind ? [{ name, bytes, contentType: kind.contentType }] : [];
  });
}

/** A mark of the byte order belongs to the author's text. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
