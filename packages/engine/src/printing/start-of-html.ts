/**
 * Reads the start of a document, as far as every parser must read it the same way. The time grows with the length of
 * the text alone.
 */

/** The first position from `at` without white space. */
export function skipSpace(text: string, at: number): number {
  let position = at;
  while (isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

const byteOrderMark = 0xfeff;

/** Where the doctype ends, or where it would stand: after the leading white space. */
export function doctypeEnd(html: string): number {
  let at = skipSpace(html, 0);
  while (html.charCodeAt(at) === byteOrderMark) at = skipSpace(html, at + 1);
  if (!startsWith(html, "<!doctype", at) || isNameCharacter(html.charCodeAt(at + "<!doctype".length))) return at;
  const close = html.indexOf(">", at);
  return close === -1 ? at : close + 1;
}

/**
 * Where the content of the first style element starts. Undefined where parsers could differ about the text before it,
 * and for a style element with attributes, such as `media`, that decide when it holds.
 */
export function firstStyleContent(html: string): number | undefined {
  let at = doctypeEnd(html);
  const oddCommentEnd = html.indexOf("--!>");
  for (;;) {
    at = skipSpace(html, at);
    const next = afterStyleTag(html, at) ?? afterComment(html, at, oddCommentEnd) ?? afterElement(html, at);
    if (next === undefined || next.isStyle) return next?.at;
    at = next.at;
  }
}

type Read = { at: number; isStyle: boolean };

function afterStyleTag(html: string, at: number): Read | undefined {
  if (!isTag(html, "style", at)) return undefined;
  let end = skipSpace(html, at + "<style".length);
  const type = 'type="text/css"';
  if (startsWith(html, type, end)) end = skipSpace(html, end + type.length);
  return html[end] === ">" ? { at: end + 1, isStyle: true } : undefined;
}

function afterComment(html: string, at: number, oddCommentEnd: number): Read | undefined {
  if (!html.startsWith("<!--", at) || html.startsWith("<!-->", at) || html.startsWith("<!--->", at)) return undefined;
  const end = html.indexOf("-->", at + "<!--".length);
  // `--!>` ends a comment too, which this reader does not support.
  const endsOddly = oddCommentEnd !== -1 && oddCommentEnd < end;
  return end === -1 || endsOddly ? undefined : { at: end + "-->".length, isStyle: false };
}

function afterElement(html: string, at: number): Read | undefined {
  const name = ["html", "head", "meta", "title", "script"].find((name) => isTag(html, name, at));
  if (name === undefined) return undefined;
  const tagEnd = afterAttributes(html, at + 1 + name.length);
  if (tagEnd === undefined) return undefined;
  if (name === "title") {
    const end = html.indexOf("<", tagEnd);
    return startsWith(html, "</title>", end) ? { at: end + "</title>".length, isStyle: false } : undefined;
  }
  if (name !== "script") return { at: tagEnd, isStyle: false };
  scriptMark.lastIndex = tagEnd;
  const end = scriptMark.exec(html)?.index;
  return end !== undefined && startsWith(html, "</script>", end)
    ? { at: end + "</script>".length, isStyle: false }
    : undefined;
}

/** Marks in a script that make its end ambiguous. */
const scriptMark = /<!--|<\/?script/gi;
const attributeMark = /[<>"']/g;

/** Where the tag ends. Its attributes start at `at`. */
function afterAttributes(html: string, at: number): number | undefined {
  attributeMark.lastIndex = at;
  for (let mark = attributeMark.exec(html); mark !== null; mark = attributeMark.exec(html)) {
    const [character] = mark;
    if (character === ">") return mark.index + 1;
    if (character === "<") return undefined;
    const close = html.indexOf(character, mark.index + 1);
    if (close === -1) return undefined;
    attributeMark.lastIndex = close + 1;
  }
  return undefined;
}

function isTag(html: string, name: string, at: number): boolean {
  return startsWith(html, `<${name}`, at) && !isNameCharacter(html.charCodeAt(at + 1 + name.length));
}

/** Whether `html` has `word` at `at`, in any case. `word` is in lower case. */
function startsWith(html: string, word: string, at: number): boolean {
  return html.slice(at, at + word.length).toLowerCase() === word;
}

const codes = { space: 0x20, tab: 0x09, lineFeed: 0x0a, formFeed: 0x0c, carriageReturn: 0x0d };

/** Whether HTML and CSS take the character for white space. */
function isSpace(code: number): boolean {
  return (
    code === codes.space ||
    code === codes.lineFeed ||
    code === codes.tab ||
    code === codes.carriageReturn ||
    code === codes.formFeed
  );
}

/** Whether the character continues the name of a tag. */
function isNameCharacter(code: number): boolean {
  return !Number.isNaN(code) && !isSpace(code) && code !== 0x3e && code !== 0x2f;
}
