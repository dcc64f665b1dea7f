import { samples } from "@platen/samples";
import type { BenchDocument } from "./bench-document.ts";

const sample = samples.find(({ slug }) => slug === "invoice");
if (sample === undefined) throw new Error("the sample invoice is gone");
const { html, css, settings, sampleData } = sample;

/** One page, fifteen lines: the sample that customers start from. */
export const invoice: BenchDocument = {
  name: "invoice",
  html,
  css,
  settings,
  pageCount: 1,
  data: (mark) => ({ ...sampleData, number: mark }),
  // Of its figures, which are all of one width, some PDFs keep the text elsewhere.
  texts: ["Northlight Workshop", "Commissioning", "Amount due"],
};
