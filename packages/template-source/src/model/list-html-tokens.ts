import { rawTextModes } from "@platen/library-import/raw-text";
import { Tokenizer, type Token } from "parse5";
import type { Range } from "./nodes.ts";

/** A tag, comment or doctype. Everything between two tokens is text. */
export type HtmlToken = Range & {
  /** `unfinished` is a tag without an end, at the end of the text. */
  kind: "start tag" | "end tag" | "comment" | "doctype" | "unfinished";
  /** Whether raw text follows, as after `<title>` or `<style>`, in which only an end tag is recognized. */
  opensRawText: boolean;
};

const foreignRoots = new Set(["svg", "math"]);
/** Elements of SVG whose content is HTML again. */
const htmlIslands = new Set(["foreignobject", "desc", "title"]);

function nothing(): void {
  // Text needs no tokens.
}

/** Lists the tags, comments and doctypes of HTML in the same way as a browser's tokenizer. */
export function listHtmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  // The open elements that switch between HTML and foreign content, which decides about raw text and CDATA.
  const switches: string[] = [];

  function isForeign(): boolean {
    return foreignRoots.has(switches.at(-1) ?? "");
  }

  function add(kind: HtmlToken["kind"], token: Token.Token, opensRawText = false): void {
    if (!token.location) return;
    tokens.push({ kind, start: token.location.startOffset, end: token.location.endOffset, opensRawText });
  }

  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const mode = isForeign() ? undefined : rawTextModes.get(token.tagName);
        add("start tag", token, mode !== undefined);
        const isSwitch = foreignRoots.has(token.tagName) || (isForeign() && htmlIslands.has(token.tagName));
        if (isSwitch && !token.selfClosing) switches.push(token.tagName);
        tokenizer.inForeignNode = isForeign();
        if (mode !== undefined) tokenizer.state = mode;
      },
      onEndTag(token) {
        add("end tag", token);
        const index = switches.lastIndexOf(token.tagName);
        if (index !== -1) switches.length = index;
        tokenizer.inForeignNode = isForeign();
      },
      onComment(token) {
        add("comment", token);
      },
      onDoctype(token) {
        add("doctype", token);
      },
      onCharacter: nothing,
      onNullCharacter: nothing,
      onWhitespaceCharacter: nothing,
      onEof: nothing,
    },
  );
  tokenizer.write(html, true);
  const last = tokens.at(-1);
  const rest = last?.opensRawText ? -1 : html.slice(last?.end ?? 0).search(/<\/?[a-z]/i);
  if (rest !== -1) {
    tokens.push({ kind: "unfinished", start: (last?.end ?? 0) + rest, end: html.length, opensRawText: false });
  }
  return tokens;
}
