/** A piece of HTML that is safe to put into a page. */
export type Html = { readonly html: string };
type Content = Html | string | number | undefined | readonly Content[];

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}

function render(content: Content): string {
  if (content === undefined) return "";
  if (typeof content === "string") return escapeHtml(content);
  if (typeof content === "number") return String(content);
  return "html" in content ? content.html : content.map(render).join("");
}

/** Builds HTML from a template literal; whatever is filled in is escaped unless it is HTML already. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { html: parts.reduce((text, part, index) => text + render(contents[index - 1]) + part) };
}

/** Text in which `code` stands in backticks, as descriptions in the contract are written. */
export function prose(text: string): Html {
  return {
    html: text
      .split("`")
      .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
      .join(""),
  };
}
