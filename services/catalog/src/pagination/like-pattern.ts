/** Creates a LIKE pattern for texts that contain `search` literally. */
export function containing(search: string): string {
  return `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
}
