import { shownTexts } from "./shown-texts.ts";

const hiding = /\boverflow(?:-\w{1,6})?\s{0,9}:\s{0,9}(hidden|clip|auto|scroll)/gi;
/** What keeps a box, or its lines, at a size of its own. */
const limiting = /(?<![\w-])(?:max-)?height\s{0,9}:|\bnowrap\b|\binset\b|(?<![\w-])bottom\s{0,9}:|\bflex\b/i;
const longWord = /\S{30}/;
/** In characters, on each side. */
const longestRule = 400;

/**
 * Whether a box of the document may hide a part of its text: by a size that the same rule gives it, or because of a long
 * word. Most boxes hide what leaves them for another reason, such as round corners. The time grows with the HTML alone.
 */
export function mayHideText(html: string): boolean {
  let hides = false;
  for (const { 0: declaration, 1: value = "", index } of html.matchAll(hiding)) {
    if (/auto|scroll/i.test(value)) return true;
    const before = html.slice(Math.max(0, index - longestRule), index).split(/[{}"']/);
    const after = html.slice(index + declaration.length, index + declaration.length + longestRule).split(/[{}"']/, 1);
    if (limiting.test(`${before.at(-1)}${after[0]}`)) return true;
    hides = true;
  }
  return hides && hasLongWord(html);
}

const fromRight = /\brtl\b|\bdir\s{0,9}=\s{0,9}["']?auto\b/i;
const towardsLeft =
  /\bfloat\s{0,9}:\s{0,9}right|(?<![\w-])right\s{0,9}:|\bjustify-content\s{0,9}:\s{0,9}(?:flex-end|end|right|center)/i;

/**
 * Whether content may reach beyond the left edge of its page, for which Chromium prints nothing smaller: in a document from
 * right to left, and where a long word stands in a box that grows towards the left.
 */
export function mayLeaveLeft(html: string): boolean {
  return fromRight.test(html) || (towardsLeft.test(html) && hasLongWord(html));
}

function hasLongWord(html: string): boolean {
  for (const text of shownTexts(html)) if (longWord.test(text)) return true;
  return false;
}
