export type { PdfPage } from "./objects/page-tree.ts";
export { openPdfFile, type PdfFile } from "./pdf-file.ts";
export { extraAmendments, withoutExtras, type Amendment, type Metadata, type Wishes } from "./steps/step.ts";
