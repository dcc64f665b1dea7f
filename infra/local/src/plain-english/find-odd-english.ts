import { passagesOf } from "./passages.ts";
import { startRules, wordRules } from "./rules.ts";

/** A phrase that the writing rules forbid. */
export type Finding = { path: string; line: number; phrase: string; advice: string };

/** The end of the space and marks before a sentence: after another sentence, or at the start of a block or table cell. */
const sentenceStart =
  /(?:^|(?<=[.!?:]["')*_]{0,3})\s+(?=["'(*_]*[A-Z])|\n\s*\n|\n[ \t]*(?:[-*>]|\d+\.|#+)[ \t]|\|)[\s|>#*_"'([\]-]*/g;

/** Finds forbidden phrases in the prose of a file; undefined for a file that has no prose, such as a picture. */
export function findOddEnglish(path: string, source: string): Finding[] | undefined {
  const passages = passagesOf(path, source);
  return passages?.flatMap(({ start, text }) => {
    const at = (offset: number, phrase: string, advice: string): Finding => {
      const line = source.slice(0, start + offset).split("\n").length;
      return { path, line, phrase: phrase.replaceAll(/\s+/g, " "), advice };
    };
    const starts = [...text.matchAll(sentenceStart)].map((match) => match.index + match[0].length);
    const atStarts = starts.flatMap((offset) =>
      startRules.flatMap(({ pattern, advice }) => {
        pattern.lastIndex = offset;
        const found = pattern.exec(text);
        return found ? [at(offset, found[0], advice)] : [];
      }),
    );
    const anywhere = wordRules.flatMap(({ pattern, advice }) =>
      [...text.matchAll(pattern)].map((match) => at(match.index, match[0], advice)),
    );
    return [...atStarts, ...anywhere];
  });
}
