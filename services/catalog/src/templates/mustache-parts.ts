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

/** A text of a template, with its field. */
export type MustachePart = { path: string; text: string };

/** The Mustache texts of a template. */
export function mustacheParts({ html, settings }: Pick<MustacheSource, "html" | "settings">): MustachePart[] {
  const parts = { html, "settings.header": settings.header, "settings.footer": settings.footer };
  return [...withTexts(parts), ...metadataParts(settings)];
}

/** The Mustache texts of the metadata, which have no markup. */
export function metadataParts({ metadata: { keywords = [], ...texts } = {} }: PageSettings): MustachePart[] {
  const named = Object.entries(texts).map(([name, text]) => [`settings.metadata.${name}`, text] as const);
  const words = keywords.map((text, index) => [`settings.metadata.keywords.${index}`, text] as const);
  return withTexts(Object.fromEntries([...named, ...words]));
}

function withTexts(parts: Readonly<Record<string, string | undefined>>): MustachePart[] {
  return Object.entries(parts).flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]));
}
