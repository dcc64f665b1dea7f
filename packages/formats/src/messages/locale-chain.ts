// Imports only this part of the contract: each process would load the whole contract.
import { pseudoLocale } from "@platen/contracts/pseudo-locale";
import { usableLocale } from "../usable-locale.ts";

/** A language without its last part: de-CH is followed by de. The pseudo language has none of its own. */
function withParents(tag: string): string[] {
  const locale = usableLocale(tag);
  if (locale === pseudoLocale) return [];
  const parts = locale.split("-");
  return parts.map((_part, index) => parts.slice(0, parts.length - index).join("-"));
}

/**
 * The languages in which a text is looked for, in order: `de-CH`, `de`, then the default language of the project. Tags may
 * have any case: `de-ch` is de-CH.
 */
export function localeChain(locale: string, defaultLocale: string): string[] {
  return [...new Set([...withParents(locale), ...withParents(defaultLocale)])];
}

/** Whether two tags name the same language, whatever the region. */
export function isSameLanguage(one: string, other: string): boolean {
  return one.split("-")[0] === other.split("-")[0];
}
