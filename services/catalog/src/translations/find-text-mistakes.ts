import { lineAndColumn, type ProblemDetail, type TranslationTable } from "@platen/contracts";
import { readMessage } from "@platen/formats";

const maxMistakes = 50;

/** Finds texts of a table that are not ICU messages: the first fifty, each with its language, its key and its position. */
export function findTextMistakes(table: TranslationTable): ProblemDetail[] {
  const found: ProblemDetail[] = [];
  for (const [language, texts] of Object.entries(table)) {
    for (const [key, text] of Object.entries(texts)) {
      const { mistake } = readMessage(text);
      if (!mistake) continue;
      found.push({ path: `${language}.${key}`, ...lineAndColumn(text, mistake.offset), message: mistake.message });
      if (found.length === maxMistakes) return found;
    }
  }
  return found;
}
