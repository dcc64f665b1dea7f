import type { PageSettings } from "@platen/contracts";

/** A document that the engine must print like Chromium itself. */
export type FidelityDocument = {
  name: string;
  html: string;
  settings?: PageSettings;
  /** Whether the document makes requests that are all refused. */
  areRequestsRefused?: boolean;
  /** The assets of the document, by URL. It gets nothing else from outside. */
  assets?: Readonly<Record<string, { bytes: Buffer; contentType: string }>>;
};
