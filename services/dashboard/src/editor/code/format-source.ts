import beautify from "js-beautify";
import { isSameMarkup } from "./is-same-markup.ts";

const common = { indent_size: 2, wrap_line_length: 0, preserve_newlines: true, max_preserve_newlines: 2 };

/** Reindents the HTML; undefined if that would change what it renders. */
export function formatHtml(html: string): string | undefined {
  const formatted = beautify.html(html, {
    ...common,
    end_with_newline: html.endsWith("\n"),
    // Treats Mustache as text, because sections may open and close anywhere in the markup.
    indent_handlebars: false,
    templating: ["handlebars"],
    extra_liners: [],
    wrap_attributes: "preserve",
    indent_scripts: "keep",
    js: { disabled: true },
  } as Parameters<typeof beautify.html>[1]);
  return isSameMarkup(html, formatted) ? formatted : undefined;
}

/** Puts each declaration on its own line; undefined if that would change what the CSS means. */
export function formatCss(css: string): string | undefined {
  const formatted = beautify.css(css, { ...common, end_with_newline: css.endsWith("\n") });
  return withoutSpace(formatted) === withoutSpace(css) ? formatted : undefined;
}

function withoutSpace(text: string): string {
  return text.replace(/\s+/g, "");
}
