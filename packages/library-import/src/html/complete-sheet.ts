import { applyEdits, type Edit } from "../edits.ts";
import { endOfComment, endOfString, readUrl } from "./scan-css.ts";

const closing: Readonly<Record<string, string>> = { "{": "}", "(": ")", "[": "]" };

/**
 * The text of a style sheet with all closed that it leaves open, as a browser does at the end of a sheet, so that another
 * sheet may follow and a rule may stand around it. A brace too many spoils the next rule as before, but closes nothing.
 */
export function completeSheet(text: string): string {
  const edits: Edit[] = [];
  const open: string[] = [];
  /** What a rule without a block is waiting for. */
  let pending = "";
  let unclosed = "";
  let at = 0;
  while (at < text.length) {
    const character = text.charAt(at);
    const start = at;
    at += 1;
    if (text.startsWith("/*", start)) {
      at = endOfComment(text, start);
      if (text.indexOf("*/", start + 2) === -1) unclosed = "*/";
      continue;
    }
    const mark =
      open.length === 0 && pending === "" ? ["<!--", "-->"].find((one) => text.startsWith(one, start)) : undefined;
    if (mark !== undefined) {
      at = start + mark.length;
      edits.push({ start, end: at, text: "" });
      continue;
    }
    if (open.length === 0 && pending === "" && !/\s/.test(character)) pending = character === "@" ? ";" : "{}";
    if (character === '"' || character === "'") {
      at = endOfString(text, start);
      if (at === text.length && (at === start + 1 || text.charAt(at - 1) !== character)) unclosed = character;
    } else if (character === "\\") at += 1;
    else if (/^url\($/i.test(text.slice(start, start + 4))) {
      at = readUrl(text, start).end;
      if (at > text.length) unclosed = ")";
    } else if (closing[character] !== undefined) open.push(closing[character]);
    else if (character === ";" && pending === ";" && open.length === 0) pending = "";
    else if (character === "}" && open.length === 0) edits.push({ start, end: at, text: "]" });
    else if (character === open.at(-1)) {
      open.pop();
      if (character === "}" && open.length === 0) pending = "";
    }
  }
  if (open[0] === "}") pending = "";
  return applyEdits(text, edits) + unclosed + open.toReversed().join("") + pending;
}
