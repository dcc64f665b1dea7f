import { TokenType, type CSSToken } from "@csstools/css-tokenizer";
import { blanks } from "./style-reader.ts";
import { mask } from "./tagged-text.ts";

/** The words of a `font` before its families are at most four, and those of a family hardly more. */
const longestFamily = 6;

/** The strings and the rows of words in a value. With `tails`, the ends of a row too, as words may stand before it. */
export function familyNames(tokens: readonly CSSToken[], tails: boolean): string[] {
  const names: string[] = [];
  let words: string[] = [];
  function finish(): void {
    if (words.length > 0) names.push(words.join(" "));
    if (tails)
      for (let count = 1; count < Math.min(words.length, longestFamily); count += 1)
        names.push(words.slice(-count).join(" "));
    words = [];
  }
  for (const token of tokens) {
    if (token[0] === TokenType.Ident) words.push(token[4].value);
    else if (!blanks.has(token[0])) finish();
    if (token[0] === TokenType.String) names.push(token[4].value.trim());
  }
  finish();
  return names.filter((name) => name !== "" && !name.includes(mask));
}
