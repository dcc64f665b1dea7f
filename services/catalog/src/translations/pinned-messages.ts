import { setImmediate as nextTurn } from "node:timers/promises";
import { sortedTexts, type PageSettings, type Texts, type TranslationTable } from "@platen/contracts";
import { isUsed, usesMessages, type MessageTable, type UsedMessages } from "@platen/formats";

/** A project's shared texts. */
export type SharedTexts = { defaultLocale: string; table: TranslationTable };

/** What a version keeps of the translations: the texts that it may print, and the languages that a request may name. */
export type PinnedMessages = { messages: MessageTable | null; locales: string[] | null };

/**
 * Picks the texts that a template may print, of all languages. Where both tables have a text of a language, the template's
 * own wins. A template without any is in any language, and so is one whose settings say so.
 */
export async function pinMessages(
  used: UsedMessages,
  shared: SharedTexts,
  { translations, settings }: { translations: TranslationTable; settings: PageSettings },
): Promise<PinnedMessages> {
  if (!usesMessages(used)) return { messages: null, locales: null };
  const languages: TranslationTable = {};
  for (const language of [...new Set([...Object.keys(shared.table), ...Object.keys(translations)])].toSorted()) {
    // Other requests have their turns between the languages.
    await nextTurn();
    const kept = usedTexts(used, [shared.table[language], translations[language]]);
    if (kept.size > 0) languages[language] = sortedTexts(kept);
  }
  const locales = Object.keys(languages);
  const isOpen = settings.locales === "any" || locales.length === 0;
  return { messages: { defaultLocale: shared.defaultLocale, languages }, locales: isOpen ? null : locales };
}

/** The texts that a template may print. Most templates name each: then the tables are not walked. */
function usedTexts(used: UsedMessages, tables: readonly (Texts | undefined)[]): Map<string, string> {
  const kept = new Map<string, string>();
  for (const texts of tables) {
    if (!texts) continue;
    const namesEach = !used.isAny && used.prefixes.size === 0;
    for (const key of namesEach ? used.keys : Object.keys(texts)) {
      const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
      if (text !== undefined && isUsed(key, used)) kept.set(key, text);
    }
  }
  return kept;
}
