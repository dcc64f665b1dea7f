import type { PageSettings } from "@platen/contracts";
import type { CDPSession } from "puppeteer";
import { isWholePoints, toPoints } from "./paper-length.ts";

const sides = ["top", "right", "bottom", "left"] as const;

/**
 * The margins and paper of the settings as a CSS rule. Undefined where they are whole points: Chromium rounds the
 * options of a print to whole points, so those suffice.
 *
 * The rule is in a layer, so that every rule of the document overrides it.
 */
export function toPageRule({ margin, width, height, orientation }: PageSettings): string | undefined {
  const declarations: string[] = [];
  const margins = sides.map((side) => margin?.[side] ?? "0in");
  if (!margins.every(isWholePoints)) declarations.push(`margin:${margins.join(" ")}`);
  // Chromium ignores a paper in CSS that is smaller than a pixel.
  if (width !== undefined && height !== undefined && ![width, height].every(isWholePoints) && isPaper(width, height)) {
    declarations.push(`size:${orientation === "landscape" ? `${height} ${width}` : `${width} ${height}`}`);
  }
  return declarations.length === 0 ? undefined : `@layer{@page{${declarations.join(";")}}}`;
}

const isPaper = (...lengths: string[]) => lengths.every((length) => toPoints(length) >= 1);

/**
 * Inserts the rule before all others of the document on the page. Commands run in order, so the next print follows the
 * rule without waiting. The first command of this kind costs a document a fifteenth of its time.
 */
export function addPageRule(session: CDPSession, rule: string): void {
  session.send("Runtime.evaluate", { expression: `(${prependRule})(${JSON.stringify(rule)})` }).catch(() => {
    // The page is closed. Its print fails by itself.
  });
}

// Inserts the rule into an existing style sheet, because selectors of the document could match a new element. Where a
// script or policy of the document prevents the rule, the options of the print hold, rounded to points.
const prependRule = `(rule) => {
  for (const sheet of document.styleSheets) {
    if (sheet.href || sheet.disabled || sheet.media.length > 0) continue;
    try {
      return sheet.insertRule(rule, 0);
    } catch {
      // The sheet starts with an import, which must come first.
    }
  }
  const element = document.createElement("style");
  element.textContent = rule;
  element.style.setProperty("display", "none", "important");
  (document.head ?? document.documentElement).prepend(element);
}`;
