import { sortedTexts, type PageSettings, type TranslationTable } from "@platen/contracts";
import { isUsed, usesMessages, type MessageTable, type UsedMessages } from "@platen/formats";

/** A project's shared texts. */
export type SharedTexts = { defaultLocale: string; table: TranslationTable };

/** What a version keeps of the translations: the texts that it may print, and the languages that a request may name. */
export type PinnedMessages = { messages: MessageTable | null; locales: string[] | null };

/**
 * Picks the texts that a template may print, of all languages. Where both tables have a text of a language, the template's
 * own wins. A template without any is in any language, and so is one whose settings say so.
 */
export function pinMessages(
  used: UsedMessages,
  shared: SharedTexts,
  { translations, settings }: { translations: TranslationTable; settings: PageSettings },
): PinnedMessages {
  if (!usesMessages(used)) return { messages: null, locales: null };
  const languages: TranslationTable = {};
  for (const language of [...new Set([...Object.keys(shared.table), ...Object.keys(translations)])].toSorted()) {
    const texts = { ...shared.table[language], ...translations[language] };
    const kept = Object.entries(texts).filter(([key]) => isUsed(key, used));
    if (kept.length > 0) languages[language] = sortedTexts(kept);
  }
  const locales = Object.keys(languages);
  const isOpen = settings.locales === "any" || locales.length === 0;
  return { messages: { defaultLocale: shared.defaultLocale, languages }, locales: isOpen ? null : locales };
}
