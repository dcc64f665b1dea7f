import { readFileSync } from "node:fs";
import { pageSettings } from "@platen/contracts";
import type { BenchDocument } from "./bench-document.ts";

const read = (file: string) => readFileSync(new URL(`invoice/${file}`, import.meta.url), "utf8");

// The file is ours and holds an object.
const data = JSON.parse(read("data.json")) as Record<string, unknown>;

/**
 * One page, fifteen lines, in plain Mustache: the raw loop fills it with mustache.js, and results stay comparable with
 * earlier ones. The sample of the same name formats its data itself.
 */
export const invoice: BenchDocument = {
  name: "invoice",
  html: read("template.html"),
  css: read("template.css"),
  settings: pageSettings.parse(JSON.parse(read("settings.json"))),
  pageCount: 1,
  data: (mark) => ({ ...data, number: mark }),
  // Without its figures: some PDFs keep the text of digits of one width elsewhere.
  texts: ["Northlight Workshop", "Commissioning", "Amount due"],
};
