// A value may be spelt with character references, an attribute's name may not.
const pragma = /\bhttp-equiv\b(?!\s{0,99}=\s{0,99}["']?(?:content-type|x-ua-compatible)\b)/i;
const tagStart = /<meta\b/gi;
const colorScheme = /\bname\s{0,99}=\s{0,99}["']?\s{0,99}(?:color-scheme|[^"'\s]{0,100}&)/i;

/** An address of somewhere else in styles. One without a host leads nowhere, as a document has no address itself. */
const styleAddress =
  /\b(?:url\(\s{0,99}(?:(?:["']|&(?:quot|#39|#x27);)\s{0,99})?(?:(?:https?|ftp):|\/\/)|(?:image-set|cross-fade)\()/i;

/**
 * Tells whether a document changes its page in ways that outlast it: a policy against styles, say, or a language, would
 * hold for the next document too. A page also keeps style sheets as it has parsed them, and with them the pictures and
 * fonts it did not get: it would not ask again, and the next document's author would not learn that they are missing.
 * Rather too many than too few; in time that grows with the HTML alone.
 */
export function leavesTraces(html: string): boolean {
  if (pragma.test(html) || styleAddress.test(html)) return true;
  tagStart.lastIndex = 0;
  for (let tag = tagStart.exec(html); tag !== null; tag = tagStart.exec(html)) {
    const close = html.indexOf(">", tag.index);
    const end = close === -1 ? html.length : close;
    if (colorScheme.test(html.slice(tag.index, end))) return true;
    tagStart.lastIndex = end;
  }
  return false;
}
