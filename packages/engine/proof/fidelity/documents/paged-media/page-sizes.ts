import type { FidelityDocument } from "../../fidelity-document.ts";
import { oneOfEach, paged, texts } from "../paged.ts";
import { prose } from "../prose.ts";

export const pageSizes: readonly FidelityDocument[] = [
  ...paged({
    "sizes by keyword": `<style>${["A3", "A4", "A5", "B4", "B5", "jis-b4", "jis-b5", "letter", "legal", "ledger"].map((size) => `@page ${size} { size: ${size}; margin: 10mm }`).join("")} section { border: 1px solid }</style>${oneOfEach(["A3", "A4", "A5", "B4", "B5", "jis-b4", "jis-b5", "letter", "legal", "ledger"])}`,
    "sizes by keyword and orientation, in either order": `<style>@page a { size: A5 landscape } @page b { size: landscape B5 } @page c { size: portrait } @page d { size: landscape } @page e { size: letter portrait } @page f { size: auto } section { border: 1px solid }</style>${oneOfEach(["a", "b", "c", "d", "e", "f"])}`,
    "sizes by one and two lengths in every unit": `<style>@page a { size: 90mm } @page b { size: 4in 250pt } @page c { size: 300px 20cm } @page d { size: 400Q 30pc } @page e { size: 20em 25rem } @page f { size: calc(5cm + 1in) max(200px, 8cm) } section { border: 1px solid }</style>${oneOfEach(["a", "b", "c", "d", "e", "f"])}`,
    "sizes that do not hold": `<style>@page { size: 90mm 120mm } @page a { size: A11 } @page b { size: -5cm 5cm } @page c { size: 50% 50% } @page d { size: A4 A5 } @page e { size: 10cm landscape } @page f { size: 5cm 6cm 7cm } @page g { size: 10vw 10vh }</style>${oneOfEach(["a", "b", "c", "d", "e", "f", "g"])}`,
    "a page of a stamp's size": `<style>@page { size: 20mm 25mm; margin: 1mm }</style><p style="font-size: 6px; line-height: 8px">${prose(30)}`,
    "a page of a poster's size": `<style>@page { size: 1200mm 900mm; margin: 100mm } p { font-size: 90px; line-height: 120px }</style><p>${prose(60)}`,
    "a text over pages of different widths": `<style>@page { size: 105mm 60mm; margin: 8mm } @page :first { size: 148mm 50mm } @page :left { size: 70mm 80mm }</style><p>${prose(260)}`,
    "margins in percent and by calculation": `<style>@page { margin: 10% 5% 20% } @page :first { margin: calc(10% + 5mm) min(20%, 12mm) } @page :left { margin-left: 25% } html { background: #eef }</style>${texts(240)}`,
    "margins that are automatic or nothing": `<style>@page { margin: auto } @page :left { margin: 0 auto 10mm } @page :right { margin: 0 } html { background: #eef }</style>${texts(300)}`,
    "margins larger than the page": `<style>@page { margin: 80mm 60mm } @page :first { margin: 200mm 0 0 }</style>${texts(6)}`,
    "margins in the font's units": `<style>html { font-size: 20px } @page { font-size: 10px; margin: 2em 1rem 1ex 3ch } body { background: #eef }</style>${texts(150)}`,
    "margins of one side each": `<style>@page { margin: 5mm; margin-top: 15mm } @page :left { margin-inline-start: 20mm; margin-block-end: 15mm } @page :first { margin-right: 30mm !important; margin-right: 0 } body { background: #eef }</style>${texts(260)}`,
    "widths and heights of the page's box": `<style>@page { margin: 10mm; width: 60mm; height: 80mm } @page :left { max-width: 50mm; min-height: 140mm } body { background: #eef }</style>${texts(200)}`,
    "safety of the margins": `<style>@page { margin: 2mm; page-margin-safety: add } @page :left { page-margin-safety: clamp } @page :right { page-margin-safety: none }</style>${texts(240)}`,
    "margins of the setting's and of the page's rule": {
      settings: { margin: { top: "12mm", left: "4mm", right: "9mm", bottom: "20mm" } },
      html: `<style>@page :left { margin-left: 25mm } body { background: #eef }</style>${texts(200)}`,
    },
  }),
];
