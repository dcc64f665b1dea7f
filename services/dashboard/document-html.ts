import { Marked, Renderer } from "marked";
import { gfmHeadingId } from "marked-gfm-heading-id";

/** Where a link of a document leads; without an address only its words are shown. `words` stand in place of its own. */
export type DocumentLink = { address: string | undefined; words?: string | undefined };

/** Writes a document of `docs/` as HTML, without its title and its comments. */
export function documentHtml(markdown: string, linkOf: (href: string, text: string) => DocumentLink): string {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, text, tokens }) {
        const { address, words: own } = linkOf(href, text);
        const words = own ?? this.parser.parseInline(tokens);
        return address === undefined ? words : `<a href="${address}">${words}</a>`;
      },
      code(token) {
        // Scrolls by itself where a line is long, also by keyboard.
        return Renderer.prototype.code.call(this, token).replace("<pre>", '<pre tabindex="0">');
      },
      table(token) {
        // Scrolls by itself where the window is narrow, also by keyboard.
        return `<div tabindex="0" role="group" aria-label="Table">${Renderer.prototype.table.call(this, token)}</div>`;
      },
      html({ text }) {
        return text.startsWith("<!--") ? "" : text;
      },
    },
  });
  return marked.parse(markdown.replace(/^# .*\n/, ""), { async: false });
}
