// Functions that read a caller's text on an event loop. infra/local/src/growth measures how their time grows.
export { pdfWith, type PdfTexts } from "./small-pdf.ts";
export { fallbackLanguages } from "../src/fonts/fallback-languages.ts";
export { knownFonts } from "../src/fonts/known-fonts.ts";
export { finishPdf } from "../src/pdf/amend-pdf.ts";
export { mayReadBackWrongly } from "../src/pdf/may-read-back-wrongly.ts";
export { altersPage, withoutRefresh } from "../src/printing/page-side-effects.ts";
export { prepareHtml } from "../src/printing/prepare-html.ts";
export { hasText } from "../src/printing/print-again-if-blank.ts";
export { withoutAddresses } from "../src/printing/print-options.ts";
export { findSingleLayout } from "../src/printing/single-layout.ts";
