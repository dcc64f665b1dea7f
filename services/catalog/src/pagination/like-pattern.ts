/** A LIKE pattern for text that contains `search` literally. */
export function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
