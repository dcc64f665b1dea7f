import type { FidelityDocument } from "../fidelity-document.ts";
import { documentsWithAddresses } from "./addresses.ts";
import { assets } from "./assets.ts";
import { breaks } from "./breaks.ts";
import { drawing } from "./drawing.ts";
import { fonts } from "./fonts.ts";
import { images } from "./images.ts";
import { languages } from "./languages.ts";
import { layout } from "./layout.ts";
import { oddities } from "./oddities.ts";
import { pagedMedia } from "./paged-media.ts";
import { pages } from "./pages.ts";
import { filledSamples } from "./samples.ts";
import { scripts } from "./scripts.ts";
import { text } from "./text.ts";

/** All documents of the suite by subject, each with a name of its own. */
export const documentGroups: readonly (readonly FidelityDocument[])[] = [
  filledSamples,
  layout,
  pages,
  pagedMedia,
  breaks,
  drawing,
  images,
  fonts,
  languages,
  text,
  oddities,
  assets,
  documentsWithAddresses,
  scripts,
];
