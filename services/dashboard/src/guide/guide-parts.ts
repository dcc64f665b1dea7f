/** A part of a document of the guide, from one heading to the next. The part above all headings has no id. */
export type GuidePart = { id: string; heading: string; level: 1 | 2 | 3; text: string };

const entities: Readonly<Record<string, string>> = {
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#39;": "'",
  "&amp;": "&",
};

/** The words of HTML that the build wrote. Marks inside of a line leave no space. */
function textOf(html: string): string {
  return html
    .replaceAll(/<\/?(?:a|code|em|strong)\b[^>]*>/g, "")
    .replaceAll(/<[^>]*>/g, " ")
    .replaceAll(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The parts of a document that the build wrote as HTML. */
export function guideParts(html: string, title: string): GuidePart[] {
  const split = html.split(/(?=<h[23] id=")/);
  // A document may begin with a heading.
  const above = /^<h[23] id="/.test(html) ? "" : (split.shift() ?? "");
  const named = split.map((part): GuidePart => {
    const [whole = "", level, id = "", heading = ""] = /^<h([23]) id="([^"]*)">(.*?)<\/h[23]>/s.exec(part) ?? [];
    return { id, heading: textOf(heading), level: level === "2" ? 2 : 3, text: textOf(part.slice(whole.length)) };
  });
  return [{ id: "", heading: title, level: 1, text: textOf(above) }, ...named];
}

/** The parts that have all words, those first whose headings have them. */
export function searchParts<Part extends GuidePart>(parts: readonly Part[], words: string): Part[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  const lacking = (text: string) => wanted.filter((word) => !text.toLowerCase().includes(word)).length;
  return parts
    .filter(({ heading, text }) => wanted.length > 0 && lacking(`${heading} ${text}`) === 0)
    .toSorted((a, b) => lacking(a.heading) - lacking(b.heading));
}
