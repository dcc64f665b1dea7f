/** Elements around whose tags white space makes no difference to what is printed. */
const blocks = new Set(
  (
    "address article aside base blockquote body br caption col colgroup dd details dialog div dl dt fieldset figcaption " +
    "figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main meta nav ol optgroup option p " +
    "section summary table tbody td template tfoot th thead title tr ul"
  ).split(" "),
);
/** Elements whose text is not markup; of these two white space counts. */
const exact = new Set(["pre", "textarea"]);
const rawText = /^<(pre|textarea|script|style)\b/i;

const token =
  /<!--[\s\S]*?-->|<![^>]*>|<\/?[a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*>|\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\s+|[^\s<{]+|[<{]/g;

type Piece = { text: string; isBlock: boolean; hasSpaceBefore: boolean };

/** A tag with the white space between its attributes left out; what is in quotes stays. */
function comparableTag(tag: string): string {
  return tag.replace(/"[^"]*"|'[^']*'|\s+/g, (part) => (/^\s/.test(part) ? "" : part));
}

function piecesOf(html: string): Piece[] {
  const pieces: Piece[] = [];
  let hasSpaceBefore = false;
  for (let match = token.exec(html); match; match = token.exec(html)) {
    const [text] = match;
    if (/^\s/.test(text)) {
      hasSpaceBefore = true;
      continue;
    }
    const name = /^<\/?([a-zA-Z][\w-]*)/.exec(text)?.[1]?.toLowerCase();
    const isBlock = text.startsWith("<!") || (name !== undefined && (blocks.has(name) || rawText.test(text)));
    pieces.push({ text: name === undefined ? text : comparableTag(text), isBlock, hasSpaceBefore });
    hasSpaceBefore = false;
    const raw = rawText.exec(text)?.[1]?.toLowerCase();
    if (raw === undefined) continue;
    const start = token.lastIndex;
    const length = html.slice(start).search(new RegExp(`</${raw}`, "i"));
    const end = length === -1 ? html.length : start + length;
    const content = html.slice(start, end);
    pieces.push({ text: exact.has(raw) ? content : content.replace(/\s+/g, ""), isBlock: true, hasSpaceBefore: false });
    token.lastIndex = end;
  }
  return pieces;
}

/** Whether two texts of HTML with Mustache differ in nothing but white space that is not seen. */
export function isSameMarkup(one: string, other: string): boolean {
  const [pieces, others] = [piecesOf(one), piecesOf(other)];
  return (
    pieces.length === others.length &&
    pieces.every(({ text, isBlock, hasSpaceBefore }, index) => {
      const counterpart = others[index];
      const isSpaceUnseen = index === 0 || isBlock || pieces[index - 1]?.isBlock === true;
      return counterpart?.text === text && (isSpaceUnseen || counterpart.hasSpaceBefore === hasSpaceBefore);
    })
  );
}
