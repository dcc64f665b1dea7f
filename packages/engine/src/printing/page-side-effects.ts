// A value may contain character references. The name of an attribute cannot.
const pragma = /\bhttp-equiv\b(?!\s{0,99}=\s{0,99}["']?(?:content-type|x-ua-compatible)\b)/i;
const tagStart = /<meta\b/gi;
const refresh = /\bhttp-equiv(?=\s{0,99}=\s{0,99}(?:["']\s{0,99})?refresh)/gi;
const colorScheme = /\bname\s{0,99}=\s{0,99}(?:["']\s{0,99})?(?:color-scheme|[^"'\s]{0,100}&)/i;

/** An external address in styles, except addresses of the library, whose requests the page watches. An address without a host leads nowhere, because a document has no address itself. */
const styleAddress =
  /\b(?:url\(\s{0,99}(?:(?:["']|&(?:quot|#39|#x27);)\s{0,99})?(?!https:\/\/assets\.invalid\/)(?:(?:https?|ftp):|\/\/)|(?:image-set|cross-fade)\()/i;

/**
 * Tells whether a document alters its page for the documents after it. A policy against styles stays, and so does a
 * language. A page also keeps the style sheets that it has parsed, and remembers which of their pictures and fonts were
 * refused. It does not request those again, so the author of the next document would not learn that they are missing.
 * The answer may be true for a document that alters nothing. The time grows with the length of the HTML alone.
 */
export function altersPage(html: string): boolean {
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

/**
 * Disables the refreshes in HTML. A refresh would navigate the page before the document is printed or, if it comes
 * late, under the next document. The time grows with the length of the HTML alone.
 */
export function withoutRefresh(html: string): string {
  if (html.search(/\bhttp-equiv\b/i) === -1) return html;
  let result = "";
  let done = 0;
  tagStart.lastIndex = 0;
  for (let tag = tagStart.exec(html); tag !== null; tag = tagStart.exec(html)) {
    const close = html.indexOf(">", tag.index);
    const end = close === -1 ? html.length : close;
    result += html.slice(done, tag.index) + html.slice(tag.index, end).replace(refresh, "data-refused");
    done = end;
    tagStart.lastIndex = end;
  }
  return result + html.slice(done);
}
