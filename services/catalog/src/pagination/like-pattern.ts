function literally(search: string): string {
  return search.replaceAll(/[\\%_]/g, String.raw`\$&`);
}

/** Creates a LIKE pattern for texts that contain `search` literally. */
export function containing(search: string): string {
  return `%${literally(search)}%`;
}

/** Creates a LIKE pattern for texts that begin with `search` literally. */
export function beginningWith(search: string): string {
  return `${literally(search)}%`;
}
