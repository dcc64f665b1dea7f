import type { PageSettings } from "@platen/contracts";

/** A document that the engine has to print as Chromium itself does. */
export type FidelityDocument = {
  name: string;
  html: string;
  settings?: PageSettings;
};
