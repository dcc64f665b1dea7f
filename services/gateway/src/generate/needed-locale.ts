import type { RenderOptions } from "@platen/contracts";

/** The language that the template of a request must have; undefined for a request that takes any. */
export function neededLocale({ options, locale }: RenderOptions): string | undefined {
  return options?.locales === "any" ? undefined : locale;
}
