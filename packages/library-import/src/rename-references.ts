import type { ImportFile } from "./files/import-file.ts";

/** Writes new names of assets into a text that names them as `asset:name`. */
export function renameAssets(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/asset:([a-z0-9][a-z0-9._/-]*)/g, (written, name: string) => {
    const other = names.get(name);
    return other === undefined ? written : `asset:${other}`;
  });
}

/** The bytes of a file that may name assets, with their new names: a style sheet's text, and any other file as it is. */
export function renameAssetsIn({ name, bytes }: ImportFile, names: ReadonlyMap<string, string>): Uint8Array {
  if (!name.endsWith(".css")) return bytes;
  return new TextEncoder().encode(renameAssets(new TextDecoder().decode(bytes), names));
}

/** Writes new names of snippets into the tags of a text. */
export function renameSnippets(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(
    /(\{\{\s?[><]\s?)([a-z0-9][a-z0-9_-]*)(?=\s?\}\})/g,
    (_written, start: string, name: string) => {
      return `${start}${names.get(name) ?? name}`;
    },
  );
}
