import { samples } from "@platen/samples";
import type { BenchDocument } from "./bench-document.ts";

const sample = samples.find(({ slug }) => slug === "invoice");
if (sample === undefined) throw new Error("packages/samples has no sample with the slug invoice");
const { html, css, settings, sampleData } = sample;

/** One page, fifteen lines: the sample that customers start from. */
export const invoice: BenchDocument = {
  name: "invoice",
  html,
  css,
  settings,
  pageCount: 1,
  data: (mark) => ({ ...sampleData, number: mark }),
  // Without its figures: some PDFs keep the text of digits of one width elsewhere.
  texts: ["Northlight Workshop", "Commissioning", "Amount due"],
};
