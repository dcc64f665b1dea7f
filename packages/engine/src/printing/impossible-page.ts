import type { CDPSession } from "puppeteer";
import { RenderError } from "../failure/render-error.ts";

/**
 * Pages that crash Chromium's renderer when it prints. Chromium prints all other pages without room on the paper of the
 * settings.
 */
const faults = new Map([
  [
    "empty",
    "has a size of 0 and a negative margin, which Chromium cannot print. Set a size of at least 1px, or margins of 0 or more",
  ],
  ["far", "has a margin below -10000000px, which Chromium cannot print. Set margins of 0 or more"],
]);

/**
 * Refuses the document on the page if its `@page` rules crash the renderer. Called only after a crash, because it takes
 * as long as a small document.
 */
export async function refuseImpossiblePage(session: CDPSession): Promise<void> {
  const { result } = await session.send("Runtime.evaluate", { expression: findFault, returnByValue: true });
  const message = faults.get(String(result.value));
  if (message === undefined) return;
  throw new RenderError("render_failed", {
    stage: "print",
    detail: `@page ${message}.`,
    details: [{ path: "@page", message }],
  });
}

// An element computes the lengths, because they may use calc(). A value without lengths, such as A4, gives an empty
// list.
const findFault = `(() => {
  const rules = [];
  const collect = (list) => {
    for (const rule of list) {
      if (rule instanceof CSSPageRule) rules.push(rule.style);
      try {
        collect(rule.styleSheet?.cssRules ?? rule.cssRules ?? []);
      } catch {
        // The rules of a sheet from another origin cannot be read.
      }
    }
  };
  collect([...document.styleSheets, ...document.adoptedStyleSheets]);
  const element = document.documentElement.appendChild(document.createElement("i"));
  const pixels = (property, value) => {
    element.style.cssText = "";
    element.style.setProperty(property, value, "important");
    if (element.style.length === 0) return [];
    return getComputedStyle(element).getPropertyValue(property).split(" ").map(parseFloat);
  };
  const sides = ["margin-top", "margin-right", "margin-bottom", "margin-left"];
  const margins = rules.flatMap((style) => sides.flatMap((side) => pixels(side, style.getPropertyValue(side))));
  const sizes = rules.flatMap((style) => pixels("border-spacing", style.getPropertyValue("size")));
  element.remove();
  if (margins.some((margin) => margin < -1e7)) return "far";
  return margins.some((margin) => margin < 0) && sizes.some((size) => size < 0.5) ? "empty" : "";
})()`;
