import type { PageSettings } from "@platen/contracts";

/** A document that the engine must print like Chromium itself. */
export type FidelityDocument = {
  name: string;
  html: string;
  settings?: PageSettings;
  /** Whether the document makes requests that are all refused. */
  areRequestsRefused?: boolean;
  /** The files of the document's library, by address. It gets nothing else from outside. */
  assets?: Readonly<Record<string, { bytes: Buffer; contentType: string }>>;
  /** The fonts of its library, by family: names of fixtures. The plain print gets them by `@font-face`. */
  fonts?: Readonly<Record<string, string>>;
};
