import { expect, test } from "@jest/globals";
import { currency, locale, timeZone } from "./region.ts";

const refused = (result: { success: boolean; error?: { issues: { message: string }[] } | undefined }) =>
  result.error?.issues.map(({ message }) => message);

test("a locale is a language tag", () => {
  for (const tag of ["en", "de-CH", "zh-Hant-TW", "ar-EG-u-nu-latn"]) expect(locale.safeParse(tag).success).toBe(true);
  for (const tag of ["de_CH", "x", "de-", "de CH"]) {
    expect(refused(locale.safeParse(tag))).toContain("must be a language tag such as en or de-CH");
  }
});

test("a time zone is a name of the IANA database", () => {
  for (const name of ["UTC", "Europe/Zurich", "America/Argentina/Ushuaia"]) {
    expect(timeZone.safeParse(name).success).toBe(true);
  }
  for (const name of ["Europe/Atlantis", "+02:00", "CET+1", "local"]) {
    expect(refused(timeZone.safeParse(name))).toEqual([
      "must be a time zone of the IANA database such as Europe/Zurich or UTC",
    ]);
  }
});

test("a currency is a code of ISO 4217", () => {
  for (const code of ["EUR", "JPY", "CHF"]) expect(currency.safeParse(code).success).toBe(true);
  for (const code of ["eur", "EURO", "€", "QQQ"]) expect(currency.safeParse(code).success).toBe(false);
});
