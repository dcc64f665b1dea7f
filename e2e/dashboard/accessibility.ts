import axeCore, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "puppeteer";

declare global {
  // axe-core's source defines this in the page.
  var axe: typeof axeCore;
}

export type Scheme = "light" | "dark";

/** Rules that look at every element and report nothing serious. */
const minorRules = ["region", "landmark-unique", "heading-order", "hidden-content"];

/** Serious rules in light, and in dark only those that depend on colours. */
const optionsFor: Record<Scheme, RunOptions> = {
  light: {
    resultTypes: ["violations"],
    rules: Object.fromEntries(minorRules.map((rule) => [rule, { enabled: false }])),
  },
  dark: { resultTypes: ["violations"], runOnly: ["color-contrast"] },
};

/** Runs inside the page. */
async function runAxe(options: RunOptions): Promise<AxeResults["violations"]> {
  // Takes the focus from a text first. Its keys scroll the list of completions, which axe-core cannot know.
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && activeElement.closest(".cm-editor")) activeElement.blur();
  // Waits for animations, which change colours and positions. A dialog starts its own some frames after it is mounted.
  let running: Animation[];
  do {
    // Two frames later.
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    running = document.getAnimations().filter(({ playState }) => playState === "running");
    await Promise.allSettled(running.map(({ finished }) => finished));
  } while (running.length > 0);
  // The page behind a dialog is a scene of its own.
  const include = document.querySelector("[role=dialog]") ?? document.documentElement;
  // Mantine's menus have a child that takes the first focus, which axe-core refuses in a menu.
  return (await globalThis.axe.run({ include, exclude: "[role=menu]" }, options)).violations;
}

/** The serious and critical violations that axe-core finds in the page. */
export async function accessibilityViolations(
  page: Page,
  schemes: readonly Scheme[] = ["light", "dark"],
): Promise<string[]> {
  const found: string[] = [];
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  for (const scheme of schemes) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    // The pages of the documentation follow the system by their style alone.
    await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"], html:not([data-mantine-color-scheme])`);
    for (const { id, impact, nodes } of await page.evaluate(runAxe, optionsFor[scheme])) {
      if (impact !== "serious" && impact !== "critical") continue;
      found.push(...nodes.map((node) => `${scheme}: ${id}: ${node.html} ${node.failureSummary ?? ""}`));
    }
  }
  await page.emulateMediaFeatures([]);
  return found;
}
