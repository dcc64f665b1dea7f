import type { FidelityDocument } from "../fidelity-document.ts";
import { documents, type Content } from "./documents.ts";
import { prose } from "./prose.ts";

const paper =
  "@page { size: 105mm 148mm; margin: 10mm } body { margin: 0; font: 16px/22px sans-serif } p { margin: 0 0 8px }";

/**
 * Documents on A6 paper, so that few words fill a page. CSS has no name for this size. The first style element of each
 * one also sets the paper.
 */
export function paged(contents: Readonly<Record<string, Content>>, group = "paged"): FidelityDocument[] {
  return documents(contents).map(({ name, html, ...rest }) => {
    const withPaper = html.replace(/<style>(?:@import[^;]*;)?/, (start) => start + paper);
    return { name: `${group}: ${name}`, html: `<!doctype html>${withPaper}`, ...rest };
  });
}

/** The same, for content that breaks at the end of a page. */
export const broken = (contents: Readonly<Record<string, string>>) => paged(contents, "broken");

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
