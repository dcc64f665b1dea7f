/** An address of an asset in HTML or CSS. */
const address = /asset:([a-z0-9][a-z0-9._/-]{0,199})/g;

/** The names of the assets that a text names by address. */
export function assetNamesIn(text: string): string[] {
  return text.includes("asset:") ? [...new Set(Array.from(text.matchAll(address), ([, name = ""]) => name))] : [];
}

/** An address at which there is nothing. Unlike that of an asset, a page may ask for it. */
const nothing = "data:,";

/** Puts other addresses in place of those of assets. */
export function placeAddresses(text: string, urls: ReadonlyMap<string, string>): string {
  return text.includes("asset:") ? text.replace(address, (_written, name: string) => urls.get(name) ?? nothing) : text;
}

/** Style sheets may import each other. */
const deepest = 5;
const imported = /@import\s+(?:url\(\s*)?["']?asset:([a-z0-9][a-z0-9._/-]{0,199})["']?\s*\)?[^;]*;/g;

/** Puts style sheets in place of the `@import` rules that name them. The rule of a missing one goes. */
export function placeImports(css: string, sheets: ReadonlyMap<string, string>, depth = 0): string {
  if (!css.includes("@import")) return css;
  return css.replace(imported, (_written, name: string) =>
    depth > deepest ? "" : placeImports(sheets.get(name) ?? "", sheets, depth + 1),
  );
}

const link = /<link\b[^>]*?\bhref\s*=\s*["']?asset:([a-z0-9][a-z0-9._/-]{0,199})/gi;

/** The style sheets that the `<link>` elements of a template name, in order. */
export function linkedSheets(html: string): string[] {
  return html.includes("<link") ? Array.from(html.matchAll(link), ([, name = ""]) => name) : [];
}
