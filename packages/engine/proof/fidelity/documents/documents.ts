import type { PageSettings } from "@platen/contracts";
import type { FidelityDocument } from "../fidelity-document.ts";

/** The HTML of a document, or its HTML and settings. */
export type Content = string | { html: string; settings: PageSettings };

/** A document for each name. */
export function documents(contents: Readonly<Record<string, Content>>): FidelityDocument[] {
  return Object.entries(contents).map(([name, content]) =>
    typeof content === "string" ? { name, html: content } : { name, ...content },
  );
}
