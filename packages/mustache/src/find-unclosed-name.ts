const longestShown = 40;

/**
 * The mistake of a plain name that runs into an element, the next line or another tag, because its own tag is not closed.
 * Undefined for any other text in a tag.
 */
export function findUnclosedName(name: string): string | undefined {
  // The first character may be the `<` of a layout. A comparison of another language, such as `a < b`, has no `>`.
  const end = name.slice(1).search(/<[/!a-z][^<>]*>|[\r\n]|\{\{/i);
  if (end === -1) return undefined;
  const written = name.slice(0, end + 1).trim();
  return `The tag "${written.slice(0, longestShown)}" is not closed: write }} after the name.`;
}
