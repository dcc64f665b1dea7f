import { useState } from "react";
import { z } from "zod";

const stored = z.array(z.string());

function read(storageKey: string): string[] | undefined {
  try {
    return stored.parse(JSON.parse(localStorage.getItem(storageKey) ?? ""));
  } catch {
    return undefined;
  }
}

/** More columns are too narrow to translate in. */
const maxShown = 2;

/** The languages that are shown beside the default one, at most two. The browser remembers them. */
export function useShownLanguages(storageKey: string, others: readonly string[], counts: ReadonlyMap<string, number>) {
  const [chosen, setChosen] = useState(() => read(storageKey));
  const leastTranslated = others
    .toSorted((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0))
    .slice(0, 1);
  const known = chosen?.filter((locale) => others.includes(locale));
  // An empty choice counts; a choice of languages that were removed does not.
  const shown = known && (known.length > 0 || chosen?.length === 0) ? known : leastTranslated;

  function choose(next: readonly string[]): void {
    setChosen([...next]);
    try {
      localStorage.setItem(storageKey, JSON.stringify(next));
    } catch {
      // The browser does not remember it then.
    }
  }

  return {
    shown,
    /** Shows a language, in place of the one shown longest if there are two; hides one that is shown. */
    toggle: (locale: string): void =>
      choose(shown.includes(locale) ? shown.filter((other) => other !== locale) : [...shown, locale].slice(-maxShown)),
  };
}
