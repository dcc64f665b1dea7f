/** HTML that is safe to insert into a page. */
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

/** Creates HTML from a template literal. It escapes the values, unless they are HTML already. */
export function html(parts: TemplateStringsArray, ...contents: readonly Content[]): Html {
  return { html: parts.reduce((text, part, index) => text + render(contents[index - 1]) + part) };
}

/** Converts text with `code` in backticks, as in the contract's descriptions, to HTML. */
export function prose(text: string): Html {
  return {
    html: text
      .split("`")
      .map((part, index) => (index % 2 === 1 ? `<code>${escapeHtml(part)}</code>` : escapeHtml(part)))
      .join(""),
  };
}
