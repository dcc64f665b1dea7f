const tagStart = /<meta\b/gi;
const refresh = /\bhttp-equiv(?=\s{0,99}=\s{0,99}(?:["']\s{0,99})?refresh)/gi;

/**
 * The HTML without its refreshes: one would take the document off its page before it is printed, or, late, the document
 * that follows it. In time that grows with the HTML alone, whatever is in it.
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
