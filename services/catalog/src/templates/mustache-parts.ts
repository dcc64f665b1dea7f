import type { PageSettings } from "@platen/contracts";

/** The texts of a template that are Mustache, each with the field that it is in. */
export function mustacheParts({ html, settings }: { html: string; settings: PageSettings }) {
  const parts = { html, "settings.header": settings.header, "settings.footer": settings.footer };
  return Object.entries(parts).flatMap(([path, text]) => (text === undefined ? [] : [{ path, text }]));
}
