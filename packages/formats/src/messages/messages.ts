import { pseudoLocale } from "@platen/contracts/pseudo-locale";
import type { TagScope } from "@platen/mustache";
import { LRUCache } from "lru-cache";
import { fillMessage, type PlaceholderIssue } from "./fill-message.ts";
import { isSameLanguage, localeChain } from "./locale-chain.ts";
import type { Message } from "./message.ts";
import { pseudoText } from "./pseudo-text.ts";
import { readMessage } from "./read-message.ts";

/** The texts of a document: by language, then by key. */
export type MessageTable = {
  defaultLocale: string;
  languages: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** A text that the document's language lacks. `fallback` is the language printed instead; without it nothing is. */
export type Untranslated = { kind: "untranslated"; key: string; locale: string; fallback: string | undefined };

export type MessageIssue = PlaceholderIssue | Untranslated;

export type TranslateOptions = {
  scope: TagScope;
  isRaw: boolean;
  /** The key as a report may show it: without values of the data. */
  shownKey: string;
  onIssue: (issue: MessageIssue) => void;
};

/** Parsed texts. They are the same in every language and document. */
const parsed = new LRUCache<string, Message>({
  max: 5_000,
  maxSize: 5_000_000,
  sizeCalculation: (_m, text) => text.length + 1,
});

function messageOf(text: string): Message {
  const known = parsed.get(text);
  if (known) return known;
  // The check refuses wrong messages when they are saved, so only a text of a newer release can be one.
  const message = readMessage(text).message ?? [text];
  parsed.set(text, message);
  return message;
}

/** Creates the function that fills a text of a document by its key; undefined if no language of its chain has it. */
export function createTranslate(
  { defaultLocale, languages }: MessageTable,
  { locale, timeZone }: { locale: string; timeZone: string },
) {
  const isPseudo = locale === pseudoLocale;
  const chain = localeChain(locale, defaultLocale).flatMap((language) => {
    const texts = Object.hasOwn(languages, language) ? languages[language] : undefined;
    return texts ? [{ language, texts }] : [];
  });

  return function translate(key: string, { scope, isRaw, shownKey, onIssue }: TranslateOptions): string | undefined {
    const found = chain.find(({ texts }) => Object.hasOwn(texts, key));
    const text = found?.texts[key];
    const isOwn = found !== undefined && (isPseudo || isSameLanguage(found.language, locale));
    if (!isOwn) onIssue({ kind: "untranslated", key: shownKey, locale, fallback: found?.language });
    if (found === undefined || text === undefined) return undefined;
    return fillMessage(messageOf(text), {
      scope,
      isRaw,
      timeZone,
      locale: isOwn && !isPseudo ? locale : found.language,
      literal: isPseudo ? pseudoText : asItIs,
      onIssue,
    });
  };
}

const asItIs = (text: string) => text;
