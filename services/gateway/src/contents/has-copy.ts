/** Whether a caller says by `If-None-Match` that it has the file with this `ETag` (RFC 9110, 13.1.2). */
export function hasCopy(tag: string, ifNoneMatch = ""): boolean {
  if (ifNoneMatch.trim() === "*") return true;
  // A cache in between may have made the tag a weak one.
  return ifNoneMatch.split(",").some((named) => named.trim() === tag || named.trim() === `W/${tag}`);
}
