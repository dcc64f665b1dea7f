import type { PageSettings } from "@platen/contracts";

/** A document that the engine has to print as Chromium itself does. */
export type FidelityDocument = {
  name: string;
  html: string;
  settings?: PageSettings;
  /** Whether all that it asks for is refused, at every place where it may ask. */
  asksInVain?: boolean;
  /** What the document is given by URL; it gets nothing else from outside. */
  assets?: Readonly<Record<string, { bytes: Buffer; contentType: string }>>;
};
