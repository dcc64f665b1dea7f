import type { PageSettings } from "@platen/contracts";
import type { Dialect } from "@platen/mustache";

/** The default dialect is that of what is saved now. */
export type MustacheSource = {
  html: string;
  settings: PageSettings;
  dialect?: Dialect | undefined;
  /** The keys of the translations, in any language. Without them, any key may be right. */
  keys?: readonly string[] | undefined;
};

/** The Mustache texts of a template, each with its field. */
export function mustacheParts({ html, settings }: Pick<MustacheSource, "html" | "settings">) {
  const parts = { html, "settings.header": settings.header, "settings.footer": settings.footer };
  return Object.entries(parts).flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]));
}
