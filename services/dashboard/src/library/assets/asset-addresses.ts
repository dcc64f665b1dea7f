/** An address of an asset in HTML or CSS. */
const address = /asset:([a-z0-9][a-z0-9._/-]{0,199})/g;

/** The names of the assets that a text names by address. */
export function assetNamesIn(text: string): string[] {
  return text.includes("asset:") ? [...new Set(Array.from(text.matchAll(address), ([, name = ""]) => name))] : [];
}

/** Puts other addresses in place of those of assets. An asset without one keeps its own, which loads nothing. */
export function placeAddresses(text: string, urls: ReadonlyMap<string, string>): string {
  return text.includes("asset:") ? text.replace(address, (written, name: string) => urls.get(name) ?? written) : text;
}

const imported = /@import\s+(?:url\(\s*)?["']?asset:([a-z0-9][a-z0-9._/-]{0,199})["']?\s*\)?[^;]*;/g;

/** Puts style sheets in place of the `@import` rules that name them. A missing one leaves its rule, which loads nothing. */
export function placeImports(css: string, sheets: ReadonlyMap<string, string>, depth = 0): string {
  if (depth > 5 || !css.includes("@import")) return css;
  return css.replace(imported, (written, name: string) => {
    const sheet = sheets.get(name);
    return sheet === undefined ? written : placeImports(sheet, sheets, depth + 1);
  });
}

const link = /<link\b[^>]*?\bhref\s*=\s*["']?asset:([a-z0-9][a-z0-9._/-]{0,199})/gi;

/** The style sheets that the `<link>` elements of a template name, in order. */
export function linkedSheets(html: string): string[] {
  return html.includes("<link") ? Array.from(html.matchAll(link), ([, name = ""]) => name) : [];
}
