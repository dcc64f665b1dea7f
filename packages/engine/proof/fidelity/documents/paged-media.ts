import type { FidelityDocument } from "../fidelity-document.ts";
import { marginBoxes } from "./paged-media/margin-boxes.ts";
import { pageFaces } from "./paged-media/page-faces.ts";
import { pageRules } from "./paged-media/page-rules.ts";
import { pageSequence } from "./paged-media/page-sequence.ts";
import { pageSizes } from "./paged-media/page-sizes.ts";

/** The paper of documents, and the content of its margins. */
export const pagedMedia: readonly FidelityDocument[] = [
  ...pageSizes,
  ...pageRules,
  ...pageFaces,
  ...pageSequence,
  ...marginBoxes,
];
