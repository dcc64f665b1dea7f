/** Writes new names of assets into a text that names them as `asset:name`. */
export function renameAssets(text: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/asset:([a-z0-9][a-z0-9._/-]*)/g, (written, name: string) => {
    const other = names.get(name);
    return other === undefined ? written : `asset:${other}`;
  });
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
