import type { PageSettings } from "@platen/contracts";
import type { CDPSession } from "puppeteer";
import { isWholePoints, toPoints } from "./paper-length.ts";

const sides = ["top", "right", "bottom", "left"] as const;

/**
 * The settings' margins and paper as a rule of CSS, where the options of a print would lose a part of them: Chromium
 * makes whole points of those. Nothing, where they are whole points already.
 *
 * The rule stands in a layer, so that every rule of the document goes before it.
 */
export function toPageRule({ margin, width, height, orientation }: PageSettings): string | undefined {
  const declarations: string[] = [];
  const margins = sides.map((side) => margin?.[side] ?? "0in");
  if (!margins.every(isWholePoints)) declarations.push(`margin:${margins.join(" ")}`);
  // Chromium takes no paper that is smaller than a pixel from CSS.
  if (width !== undefined && height !== undefined && ![width, height].every(isWholePoints) && isPaper(width, height)) {
    declarations.push(`size:${orientation === "landscape" ? `${height} ${width}` : `${width} ${height}`}`);
  }
  return declarations.length === 0 ? undefined : `@layer{@page{${declarations.join(";")}}}`;
}

const isPaper = (...lengths: string[]) => lengths.every((length) => toPoints(length) >= 1);

/**
 * Puts the rule before all others of the document that is on the page. What is printed next follows it; nobody has to
 * wait for it.
 */
export function addPageRule(session: CDPSession, rule: string): void {
  session.send("Runtime.evaluate", { expression: `(${prependRule})(${JSON.stringify(rule)})` }).catch(() => {
    // The page has gone. What is printed of it fails by itself.
  });
}

// Into a style sheet that is there: an element more could be seen by the document's selectors. Where a document's own
// script or policy keeps it out, the print's options hold, to the point.
const prependRule = `(rule) => {
  for (const sheet of document.styleSheets) {
    if (sheet.href || sheet.disabled || sheet.media.length > 0) continue;
    try {
      return sheet.insertRule(rule, 0);
    } catch {
      // It begins with an import, before which nothing may stand.
    }
  }
  const element = document.createElement("style");
  element.textContent = rule;
  element.style.setProperty("display", "none", "important");
  (document.head ?? document.documentElement).prepend(element);
}`;
