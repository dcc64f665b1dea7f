import { allRules } from "./page-rules.ts";
import { monospace } from "./place-monospace.ts";
import { printedFamilies } from "./printed-fonts.ts";

const pageBreaks = new Set(["page", "left", "right", "recto", "verso", "always", "all"]);
const breakProperties = ["break-before", "break-after"] as const;

/** Rewrites a media query for print into one for the canvas, which is on a screen. */
function forPrint(media: string): string {
  return media
    .split(",")
    .map((query) => {
      if (/^\s*not\s+print\b/i.test(query)) return "not all";
      if (/^\s*not\s+screen\b/i.test(query))
        return query.replace(/not\s+screen(\s+and\s+)?/i, (_, and) => (and ? "" : "all"));
      return query.replace(/\bscreen\b/i, "not-on-paper").replace(/\bprint\b/i, "all");
    })
    .join(",");
}

/** Pages are columns in the canvas, so a page break becomes a column break. */
function breakInColumns(style: CSSStyleDeclaration): void {
  for (const property of breakProperties) {
    if (pageBreaks.has(style.getPropertyValue(property))) {
      style.setProperty(property, "column", style.getPropertyPriority(property));
    }
  }
  if (style.getPropertyValue("break-inside") === "avoid-page") style.setProperty("break-inside", "avoid");
}

/** Converts viewport units: on paper `100vh` is one page without margins, but the frame is as high as all pages. */
function measureByPage(style: CSSStyleDeclaration, page: { width: number; height: number }): void {
  if (!/\d[dsl]?v[hw]\b/i.test(style.cssText)) return;
  for (const property of style) {
    const value = style.getPropertyValue(property);
    const measured = value.replace(/([\d.]+)[dsl]?v([hw])\b/gi, (_, amount: string, axis: string) => {
      const whole = axis.toLowerCase() === "h" ? page.height : page.width;
      return `${(Number(amount) * whole) / 100}px`;
    });
    if (measured !== value) style.setProperty(property, measured, style.getPropertyPriority(property));
  }
}

function hasStyle(rule: CSSRule): rule is CSSStyleRule {
  return "style" in rule && "selectorText" in rule && rule.constructor.name !== "CSSPageRule";
}

function hasMedia(rule: CSSRule): rule is CSSMediaRule {
  return rule.constructor.name === "CSSMediaRule";
}

/**
 * Adapts stylesheets, so that they apply to the canvas as they would to paper. Stylesheets for the screen need no
 * adapted media queries.
 */
export function applyPrintStyles(
  sheets: Iterable<CSSStyleSheet>,
  { page, media }: { page: { width: number; height: number }; media: "print" | "screen" },
): void {
  for (const sheet of sheets) {
    if (media === "print" && sheet.media.length > 0) sheet.media.mediaText = forPrint(sheet.media.mediaText);
    for (const rule of allRules(sheet.cssRules)) {
      if (media === "print" && hasMedia(rule)) rule.media.mediaText = forPrint(rule.media.mediaText);
      if (!hasStyle(rule)) continue;
      breakInColumns(rule.style);
      measureByPage(rule.style, page);
      printedFamilies.apply(rule.style, monospace);
    }
  }
}

/** Adapts an element's own `style` in the same way. */
export function applyPrintStyle(element: HTMLElement | SVGElement, page: { width: number; height: number }): void {
  breakInColumns(element.style);
  measureByPage(element.style, page);
  printedFamilies.apply(element.style, monospace);
}
