import { jsonTokens } from "./read-json-parts.ts";

/** Puts every value of a JSON text on its own line. Names, texts and numbers keep their spelling. */
export function formatJson(json: string): string {
  let formatted = "";
  let depth = 0;
  let before = "";
  for (const [token] of json.matchAll(jsonTokens)) {
    const isEnd = token === "}" || token === "]";
    if (isEnd) depth -= 1;
    const isEmpty = (before === "{" && token === "}") || (before === "[" && token === "]");
    const isNewLine = (before === "{" || before === "[" || before === "," || isEnd) && !isEmpty;
    if (isNewLine) formatted += `\n${"  ".repeat(Math.max(depth, 0))}`;
    formatted += token === ":" ? ": " : token;
    if (token === "{" || token === "[") depth += 1;
    before = token;
  }
  return /\n\s*$/.test(json) ? `${formatted}\n` : formatted;
}
