import type { PageSettings } from "@platen/contracts";

/** A document that the engine has to print as Chromium itself does. */
export type FidelityDocument = {
  name: string;
  html: string;
  settings?: PageSettings;
  /** What the document is given by URL; it gets nothing else from outside. */
  assets?: Readonly<Record<string, { bytes: Buffer; contentType: string }>>;
};
