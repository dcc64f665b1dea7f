/** The canonical form of a language tag. Intl refuses some, such as `en-a`, which HTML takes: they count as English. */
export function usableLocale(locale: string): string {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? "en";
  } catch {
    return "en";
  }
}
