import type { PageSettings } from "@platen/contracts";

export type MustacheSource = { html: string; settings: PageSettings };

/** The Mustache texts of a template, each with its field. */
export function mustacheParts({ html, settings }: MustacheSource) {
  const parts = { html, "settings.header": settings.header, "settings.footer": settings.footer };
  return Object.entries(parts).flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]));
}
