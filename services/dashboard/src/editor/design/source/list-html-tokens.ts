import { Tokenizer, TokenizerMode, type Token } from "parse5";
import type { Range } from "./nodes.ts";

/** A tag, comment or doctype; what lies between two of them is text. */
export type HtmlToken = Range & {
  /** `unfinished` is a tag that the text ends in. */
  kind: "start tag" | "end tag" | "comment" | "doctype" | "unfinished";
  /** Whether what follows, up to the next token, is text in which nothing but an end tag is seen: of `<title>`, `<style>`. */
  opensRawText: boolean;
};

type Mode = Tokenizer["state"];

const rawTextModes: ReadonlyMap<string, Mode> = new Map([
  ["title", TokenizerMode.RCDATA],
  ["textarea", TokenizerMode.RCDATA],
  ["style", TokenizerMode.RAWTEXT],
  ["xmp", TokenizerMode.RAWTEXT],
  ["iframe", TokenizerMode.RAWTEXT],
  ["noembed", TokenizerMode.RAWTEXT],
  ["noframes", TokenizerMode.RAWTEXT],
  ["script", TokenizerMode.SCRIPT_DATA],
  ["plaintext", TokenizerMode.PLAINTEXT],
]);

const foreignRoots = new Set(["svg", "math"]);
/** Elements of SVG whose content is HTML again. */
const htmlIslands = new Set(["foreignobject", "desc", "title"]);

function nothing(): void {
  // Text is what lies between the tokens.
}

/** Splits HTML into its tags, comments and text, as a browser's tokenizer does. */
export function listHtmlTokens(html: string): HtmlToken[] {
  const tokens: HtmlToken[] = [];
  // Open elements that change between HTML and foreign content, which decides what is raw text and what CDATA is.
  const realms: string[] = [];

  function isForeign(): boolean {
    return foreignRoots.has(realms.at(-1) ?? "");
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
        const opensRealm = foreignRoots.has(token.tagName) || (isForeign() && htmlIslands.has(token.tagName));
        if (opensRealm && !token.selfClosing) realms.push(token.tagName);
        tokenizer.inForeignNode = isForeign();
        if (mode !== undefined) tokenizer.state = mode;
      },
      onEndTag(token) {
        add("end tag", token);
        const realm = realms.lastIndexOf(token.tagName);
        if (realm !== -1) realms.length = realm;
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
