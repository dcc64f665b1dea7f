import type { FidelityDocument } from "../fidelity-document.ts";
import { drawingAddresses } from "./addresses/drawings.ts";
import { fontAddresses } from "./addresses/fonts.ts";
import { frameAddresses } from "./addresses/frames.ts";
import { pictureAddresses } from "./addresses/pictures.ts";
import { sheets } from "./addresses/sheets.ts";
import { spellingAddresses } from "./addresses/spellings.ts";
import { styleAddresses } from "./addresses/styles.ts";

// The size comes from the settings, because media queries ignore a size from the document.
const settings = { format: "A6" } as const;

/** Documents with a refused request in every place that can make one. */
export const documentsWithAddresses: readonly FidelityDocument[] = [
  ...sheets,
  ...pictureAddresses,
  ...frameAddresses,
  ...drawingAddresses,
  ...styleAddresses,
  ...fontAddresses,
  ...spellingAddresses,
].map((document) => ({ ...document, settings, areRequestsRefused: true }));
