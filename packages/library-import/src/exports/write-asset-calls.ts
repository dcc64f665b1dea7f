import { extensionOf, textOf, type ImportFile } from "../files/import-file.ts";

const call =
  /\{\{\{?\s*asset\s+["']([^"'{}]{1,200})["'](?:\s+["'](\w+)["'])?\s*\}\}\}?|\{#asset\s+([^\s{}]{1,200})(?:\s+@encoding=(\w+))?\s*\}/g;

/** Files whose text may stand in HTML. */
const textFiles = new Set(["css", "js", "html", "htm", "json", "txt", "svg", "xml", "md", "csv"]);

/**
 * Writes addresses, or the text itself, in place of the calls of jsreport that print assets. A call for a file that is not
 * there stays.
 */
export function writeAssetCalls(html: string, named: (name: string) => ImportFile | undefined): string {
  return html.replaceAll(
    call,
    (
      tag: string,
      name: string | undefined,
      encoding: string | undefined,
      oldName: string,
      oldEncoding: string | undefined,
      at: number,
    ) => {
      const asset = named(name ?? oldName);
      if (!asset) return tag;
      const wanted = encoding ?? oldEncoding ?? "utf8";
      const isValue = /["'(=]\s*$/.test(html.slice(Math.max(0, at - 5), at));
      const isText = (wanted === "utf8" || wanted === "string") && textFiles.has(extensionOf(asset.name)) && !isValue;
      return isText ? textOf(asset.bytes) : asset.name.split("/").map(encodeURIComponent).join("/");
    },
  );
}
