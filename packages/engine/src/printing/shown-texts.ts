/** The ends of elements whose content does not show as text. */
const endsOfContent = new Map(
  ["style", "script", "title", "template", "textarea", "select", "iframe", "object"].map((name) => [
    name,
    new RegExp(`</${name}`, "gi"),
  ]),
);
const startOfContent = new RegExp(`<(${[...endsOfContent.keys()].join("|")})`, "iy");

/** The pieces of HTML between its tags. Some of them may not show. The time grows with the HTML alone. */
export function* shownTexts(html: string): Generator<string> {
  let at = 0;
  while (at < html.length) {
    const tag = html.indexOf("<", at);
    const end = tag === -1 ? html.length : tag;
    if (end > at) yield html.slice(at, end);
    at = afterTag(html, end);
  }
}

/** Where the text continues after the tag or comment at `at`, and after the content of an element without shown text. */
function afterTag(html: string, at: number): number {
  if (html.startsWith("<!--", at)) return after(html, "-->", at);
  startOfContent.lastIndex = at;
  const name = startOfContent.exec(html)?.[1]?.toLowerCase();
  return after(html, ">", name === undefined ? at : endOfContent(html, name, at));
}

function endOfContent(html: string, name: string, at: number): number {
  const end = endsOfContent.get(name);
  if (!end) return at;
  end.lastIndex = at;
  return end.exec(html)?.index ?? html.length;
}

function after(html: string, word: string, at: number): number {
  const found = html.indexOf(word, at);
  return found === -1 ? html.length : found + word.length;
}
