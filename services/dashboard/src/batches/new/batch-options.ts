/** What a person may choose for a batch, as texts of the form. An empty one is left out. */
export type BatchOptions = {
  expiresIn: string;
  notBefore: string;
  stopAfterFailures: string;
  locale: string;
  timeZone: string;
};

export const noOptions: BatchOptions = {
  expiresIn: "",
  notBefore: "",
  stopAfterFailures: "",
  locale: "",
  timeZone: "",
};

/** The fields of the request. */
export type OptionFields = {
  expiresIn?: number;
  notBefore?: string;
  stopAfterFailures?: number;
  locale?: string;
  timeZone?: string;
};

export type OptionMistakes = Partial<Record<keyof BatchOptions, string>>;

const furthestMs = 30 * 86_400_000;
const maxFailures = 1_000_000;

function isLanguage(tag: string): boolean {
  try {
    return tag.length <= 35 && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Reads the options, or tells what is wrong with each. `notBefore` is a time in the person's own time zone. */
export function readOptions(options: BatchOptions, now: number): { fields: OptionFields; mistakes: OptionMistakes } {
  const { expiresIn, notBefore, timeZone } = options;
  const [stopAfterFailures, locale] = [options.stopAfterFailures.trim(), options.locale.trim()];
  const fields: OptionFields = {};
  const mistakes: OptionMistakes = {};
  if (expiresIn !== "") fields.expiresIn = Number(expiresIn);
  if (timeZone !== "") fields.timeZone = timeZone;
  if (notBefore !== "") {
    const at = Date.parse(notBefore);
    if (at > now && at <= now + furthestMs) fields.notBefore = new Date(at).toISOString();
    else mistakes.notBefore = "Choose a time within the next 30 days.";
  }
  if (stopAfterFailures !== "") {
    const failures = /^\d{1,7}$/.test(stopAfterFailures) ? Number(stopAfterFailures) : 0;
    if (failures >= 1 && failures <= maxFailures) fields.stopAfterFailures = failures;
    else mistakes.stopAfterFailures = "Write a number of rows, from 1 to 1,000,000.";
  }
  if (locale !== "") {
    if (isLanguage(locale)) fields.locale = locale;
    else mistakes.locale = "Write a language tag such as en or de-CH.";
  }
  return { fields, mistakes };
}
