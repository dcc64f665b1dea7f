import {
  boxElement,
  labelAttribute,
  layoutAttribute,
  missingAttribute,
  problemAttribute,
} from "@platen/template-source";
import { emptyAttribute, namedAttribute, repeatAttribute } from "./canvas-document.ts";
import type { Paper } from "./paper.ts";

/** The gap between two sheets, in pixels of the paper. */
export const sheetGap = 28;

/** Pages are columns, one below the other. A browser without support shows one long page. */
export const hasPages = (): boolean => CSS.supports("column-wrap", "wrap") && CSS.supports("column-height", "1px");

/** The area of a page inside its margins. */
export function pageArea({ width, height, margin }: Paper): { width: number; height: number } {
  return {
    width: Math.max(1, width - margin.left - margin.right),
    height: Math.max(1, height - margin.top - margin.bottom),
  };
}

/** Typing would take longer than a frame in a document of more pages, because each key paints the whole document again. */
const mostPaintedPages = 8;

/** Descendants below their parents and colours that mix with those below look otherwise in parts of their own. */
const looksThrough = /z-index\s*:\s*-|mix-blend-mode/;

/** Whether the canvas paints the blocks of a document apart, so that a key paints only the block that it changes. */
export function isPaintedApart(pageCount: number, texts: readonly string[]): boolean {
  return pageCount > mostPaintedPages && !texts.some((text) => looksThrough.test(text));
}

const paintedApart = "body > *, body > :only-child > *, body > :only-child > :only-child > * { isolation: isolate; }";

/** Shows the name of a chip before its value. */
function nameStyles(chip: string): string {
  return `${chip}::before { content: attr(data-name); }
${chip}[${labelAttribute}]::before { content: attr(${labelAttribute}); }`;
}

const missingChip = `platen-variable[${missingAttribute}]`;

/** Styles of chips whose value the data lacks, in the document and in its headers and footers. */
export const missingStyles = `${nameStyles(`${missingChip}:empty`)}
${missingChip} { outline: 1px solid rgb(176 112 0 / 55%); background: #fdebc3; }
${missingChip}::before, ${missingChip}[${namedAttribute}] { color: #7a4d00; }`;

/** Styles that lay out the document on sheets of paper, one below the other. */
export function layoutStyles(
  paper: Paper,
  { printBackground, isApart }: { printBackground: boolean; isApart: boolean },
): string {
  const { margin } = paper;
  const area = pageArea(paper);
  const rowGap = margin.bottom + sheetGap + margin.top;
  const pages = `
    column-count: 1 !important; column-fill: auto !important; column-wrap: wrap !important;
    column-height: ${area.height}px !important; column-gap: 0 !important; row-gap: ${rowGap}px !important;`;
  return `
:root {
  box-sizing: content-box !important; position: relative !important; display: block !important;
  width: ${area.width}px !important; min-width: 0 !important; max-width: none !important;
  height: auto !important; min-height: ${area.height}px !important; max-height: none !important;
  margin: ${margin.top}px ${margin.right}px ${margin.bottom}px ${margin.left}px !important;
  background-image: linear-gradient(transparent, transparent) !important; background-color: transparent !important;
  ${hasPages() ? pages : ""}
}
${printBackground ? "" : "*, ::before, ::after { background: none !important; box-shadow: none !important; }"}
${isApart ? paintedApart : ""}
[${repeatAttribute}] { opacity: 0.7; }
[${repeatAttribute}] [${repeatAttribute}] { opacity: 1; }
[${emptyAttribute}] { opacity: 0.4; }
[${layoutAttribute}] { opacity: 0.45 !important; }
platen-variable { border-radius: 2px; background: rgb(15 111 88 / 9%); }
${nameStyles("platen-variable:empty")}
platen-variable:empty::before, platen-variable[${namedAttribute}] { color: rgb(15 111 88 / 85%); }
${missingStyles}
platen-variable:has(> svg, > ${boxElement}) { background: none; }
${boxElement} {
  display: inline-grid; place-items: center; box-sizing: border-box; min-width: 25mm; min-height: 12mm; padding: 1mm;
  border: 1px dashed rgb(15 111 88 / 60%); background: rgb(15 111 88 / 6%); color: rgb(15 111 88);
  font: 8pt/1.3 sans-serif; text-align: center; vertical-align: middle;
}
${boxElement}[${problemAttribute}] { max-width: 60mm; border-color: #ab3122; background: #fdf1ef; color: #ab3122; }
[style*="break-after: column"]:empty { position: relative; }
[style*="break-after: column"]:empty::after {
  content: "Page break"; position: absolute; top: 0; left: 0; right: 0; padding-top: 2px;
  border-top: 1px dashed rgb(154 106 18 / 45%); color: rgb(154 106 18 / 80%); font: 8px/12px sans-serif; text-align: right;
}
[data-platen-editing] { outline: none; cursor: text; }
[data-platen-editing] platen-variable { cursor: grab; background: rgb(15 111 88 / 18%); }
`;
}

/** Styles that move the first element by the difference to the first page's margins. */
export function firstPageStyle({ margin, firstMargin }: Paper): Readonly<Record<string, string>> | undefined {
  const top = firstMargin.top - margin.top;
  const bottom = firstMargin.bottom - margin.bottom;
  const left = firstMargin.left - margin.left;
  const right = firstMargin.right - margin.right;
  if (bottom === 0 && left === 0 && right === 0) return undefined;
  // A scroll container is never split into columns, so it can be higher than the area of the other pages.
  return {
    margin: `${top}px ${right}px ${bottom}px ${left}px`,
    overflow: "auto",
    "scrollbar-width": "none",
  };
}
