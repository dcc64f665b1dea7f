/** White space around the tags of these elements is invisible in print. */
const blocks = new Set(
  (
    "address article aside base blockquote body br caption col colgroup dd details dialog div dl dt fieldset figcaption " +
    "figure footer form h1 h2 h3 h4 h5 h6 head header hgroup hr html legend li link main meta nav ol optgroup option p " +
    "section summary table tbody td template tfoot th thead title tr ul"
  ).split(" "),
);
/** White space inside these elements is visible. */
const exact = new Set(["pre", "textarea"]);
const rawText = /^<(pre|textarea|script|style)\b/i;

const tokenPattern =
  /<!--[\s\S]*?-->|<![^>]*>|<\/?[a-zA-Z](?:"[^"]*"|'[^']*'|[^'">])*>|\{\{\{[\s\S]*?\}\}\}|\{\{[\s\S]*?\}\}|\s+|[^\s<{]+|[<{]/g;

type Token = { text: string; isBlock: boolean; hasSpaceBefore: boolean };

/** A tag without the white space between its attributes; quoted values stay as they are. */
function comparableTag(tag: string): string {
  return tag.replace(/"[^"]*"|'[^']*'|\s+/g, (part) => (/^\s/.test(part) ? "" : part));
}

function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let hasSpaceBefore = false;
  for (let match = tokenPattern.exec(html); match; match = tokenPattern.exec(html)) {
    const [text] = match;
    if (/^\s/.test(text)) {
      hasSpaceBefore = true;
      continue;
    }
    const name = /^<\/?([a-zA-Z][\w-]*)/.exec(text)?.[1]?.toLowerCase();
    const isBlock = text.startsWith("<!") || (name !== undefined && (blocks.has(name) || rawText.test(text)));
    tokens.push({ text: name === undefined ? text : comparableTag(text), isBlock, hasSpaceBefore });
    hasSpaceBefore = false;
    const raw = rawText.exec(text)?.[1]?.toLowerCase();
    if (raw === undefined) continue;
    const start = tokenPattern.lastIndex;
    const length = html.slice(start).search(new RegExp(`</${raw}`, "i"));
    const end = length === -1 ? html.length : start + length;
    const content = html.slice(start, end);
    tokens.push({ text: exact.has(raw) ? content : content.replace(/\s+/g, ""), isBlock: true, hasSpaceBefore: false });
    tokenPattern.lastIndex = end;
  }
  return tokens;
}

/** Whether two texts of HTML with Mustache differ only in invisible white space. */
export function isSameMarkup(one: string, other: string): boolean {
  const [tokens, others] = [tokensOf(one), tokensOf(other)];
  return (
    tokens.length === others.length &&
    tokens.every(({ text, isBlock, hasSpaceBefore }, index) => {
      const counterpart = others[index];
      const isSpaceInvisible = index === 0 || isBlock || tokens[index - 1]?.isBlock === true;
      return counterpart?.text === text && (isSpaceInvisible || counterpart.hasSpaceBefore === hasSpaceBefore);
    })
  );
}
