import type { PageSettings } from "@platen/contracts";
import type { Protocol } from "puppeteer";
import { hairPt, toPoints } from "./paper-length.ts";

/** A larger margin overflows in Chromium, which then prints without it instead of refusing it. */
const largestMarginPt = 50_000 * 72;

const paperSizes: Record<NonNullable<PageSettings["format"]>, [width: string, height: string]> = {
  A3: ["297mm", "420mm"],
  A4: ["210mm", "297mm"],
  A5: ["148mm", "210mm"],
  A6: ["105mm", "148mm"],
  Letter: ["8.5in", "11in"],
  Legal: ["8.5in", "14in"],
  Tabloid: ["11in", "17in"],
};

/** Chromium's print options for page settings whose header and footer are filled, and have no addresses. */
export function toPrintOptions(settings: PageSettings): Protocol.Page.PrintToPDFRequest {
  const [formatWidth, formatHeight] = paperSizes[settings.format ?? "A4"];
  const hasHeaderOrFooter = settings.header !== undefined || settings.footer !== undefined;
  return {
    paperWidth: toPaperInches(settings.width ?? formatWidth),
    paperHeight: toPaperInches(settings.height ?? formatHeight),
    landscape: settings.orientation === "landscape",
    marginTop: toMarginInches(settings.margin?.top ?? "0in"),
    marginRight: toMarginInches(settings.margin?.right ?? "0in"),
    marginBottom: toMarginInches(settings.margin?.bottom ?? "0in"),
    marginLeft: toMarginInches(settings.margin?.left ?? "0in"),
    scale: settings.scale ?? 1,
    printBackground: settings.printBackground ?? true,
    preferCSSPageSize: settings.preferCssPageSize ?? true,
    // Chromium makes the outline from the tags.
    generateTaggedPDF: (settings.tagged ?? false) || (settings.outline ?? false),
    generateDocumentOutline: settings.outline ?? false,
    transferMode: "ReturnAsBase64",
    ...(settings.pageRanges !== undefined && { pageRanges: settings.pageRanges }),
    ...(hasHeaderOrFooter && {
      displayHeaderFooter: true,
      // Without a template, or with an empty one, Chromium prints its own: date, title and address.
      headerTemplate: settings.header ? readable + settings.header : "<span></span>",
      footerTemplate: settings.footer ? readable + settings.footer : "<span></span>",
    }),
  };
}

/** Gives headers and footers a size of text that any rule of their own overrides. Chromium's own is 1 px. */
const readable = "<style>:where(html){font-size:10px}</style>";

const styleSheet = /<link\b[^>]*(?:>|$)/gi;
const styles = /(<style\b[^>]*(?:>|$))([^]*?)(?=<\/style|$)/gi;
const importRule = /@(?:import|\\)[^;]*;?/gi;
const address = /(\burl\(\s*(?:(?:["']|&(?:quot|apos|#0{0,5}3[49]|#x0{0,5}2[27]);)\s*)?)(?!data:)[a-z][a-z0-9+.-]*:/gi;

/**
 * Removes style sheets and addresses from a header or footer, except `data:` addresses. Chromium prints headers and
 * footers in a page that can load nothing, and whose renderer crashes over some requests: style sheets, fonts, clip
 * paths. Each expression reads a text in linear time: no two runs of one character stand beside each other, and the end
 * of the text closes what is open.
 */
export function withoutAddresses(template: string): string {
  return template
    .replace(styleSheet, "")
    .replace(styles, (_, tag: string, css: string) => tag + css.replace(importRule, ""))
    .replace(address, "$1data:,");
}

// Chromium rounds to whole points: the paper up, the margins down. A hair keeps whole points as they are, despite the
// error of the conversion to inches.
function toPaperInches(length: string): number {
  return (toPoints(length) - hairPt) / 72;
}

function toMarginInches(length: string): number {
  return (Math.min(toPoints(length), largestMarginPt) + hairPt) / 72;
}
