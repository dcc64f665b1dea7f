import type { FidelityDocument } from "../fidelity-document.ts";
import { drawingAddresses } from "./addresses/drawings.ts";
import { fontAddresses } from "./addresses/fonts.ts";
import { frameAddresses } from "./addresses/frames.ts";
import { pictureAddresses } from "./addresses/pictures.ts";
import { sheets } from "./addresses/sheets.ts";
import { spellingAddresses } from "./addresses/spellings.ts";
import { styleAddresses } from "./addresses/styles.ts";

// By setting, as media queries hear of no size that the document chooses.
const settings = { format: "A6" } as const;

/** Documents that ask for something in every place where they can, and get none of it. */
export const documentsWithAddresses: readonly FidelityDocument[] = [
  ...sheets,
  ...pictureAddresses,
  ...frameAddresses,
  ...drawingAddresses,
  ...styleAddresses,
  ...fontAddresses,
  ...spellingAddresses,
].map((document) => ({ ...document, settings, asksInVain: true }));
