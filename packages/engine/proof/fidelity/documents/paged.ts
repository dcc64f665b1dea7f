import type { PageSettings } from "@platen/contracts";
import type { FidelityDocument } from "../fidelity-document.ts";
import { prose } from "./prose.ts";

/** A document on A6 paper, so that few words fill a page. CSS has no name for this size. */
export function paged(
  name: string,
  css: string,
  body: string,
  settings: PageSettings = {},
  attributes = "",
): FidelityDocument {
  const start = css.startsWith("@import") ? css.slice(0, css.indexOf(";") + 1) : "";
  return {
    name: `paged: ${name}`,
    html: `<!doctype html><html ${attributes}><style>${start}@page { size: 105mm 148mm; margin: 10mm } body { margin: 0; font: 16px/22px sans-serif } p { margin: 0 0 8px }${css.slice(start.length)}</style>${body}`,
    settings,
  };
}

/** The same, for content that breaks at the end of a page. */
export const broken = (name: string, css: string, body: string): FidelityDocument => ({
  ...paged(name, css, body),
  name: `broken: ${name}`,
});

const wordsOfParagraph = 40;

/** Paragraphs with this number of words in total. */
export function texts(words: number): string {
  const paragraphs: string[] = [];
  for (let left = words; left > 0; left -= wordsOfParagraph) {
    paragraphs.push(`<p>${prose(Math.min(left, wordsOfParagraph))}</p>`);
  }
  return paragraphs.join("");
}

/** Fills so much of a page that the next content is at its end. A page has room for 128 mm. */
export const fill = (millimetres: number) =>
  `<div style="height: ${millimetres}mm; background: #eee">${millimetres} mm</div>`;

/** One page of each of several kinds. */
export const oneOfEach = (names: readonly string[], body = prose(12)) =>
  names.map((name) => `<section style="page: ${name}">${name}: ${body}</section>`).join("");
