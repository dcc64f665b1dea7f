import { limited } from "./fields.ts";

const longestLocale = 35;
const longestTimeZone = 64;

function isLocale(tag: string): boolean {
  try {
    return tag.length <= longestLocale && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** Named zones only: an offset such as +02:00 has no summer time. */
function isTimeZone(name: string): boolean {
  if (name.length > longestTimeZone || !/^[A-Za-z]/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf("currency"));

/** The language of a request's document. */
export const locale = limited(longestLocale)
  .min(2)
  .refine(isLocale, "must be a language tag such as en or de-CH")
  .meta({
    description:
      "Language (BCP 47) in which formats write numbers and dates, and of the PDF if the HTML has no lang attribute. Default: the template's `language`, else `en`.",
    example: "de-CH",
  });

/** The time zone of a document. */
export const timeZone = limited(longestTimeZone)
  .min(1)
  .refine(isTimeZone, "must be a time zone of the IANA database such as Europe/Zurich or UTC")
  .meta({
    description: "Time zone (IANA) in which formats write times with an offset. Default: UTC.",
    example: "Europe/Zurich",
  });

/** The currency of a template. */
export const currency = limited(3)
  .refine((code) => currencies.has(code), "must be a currency code (ISO 4217) such as EUR")
  .meta({
    description: "Currency (ISO 4217) of amounts whose tag names none: {{ total | money }}.",
    example: "EUR",
  });
