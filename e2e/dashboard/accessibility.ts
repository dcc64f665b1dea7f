import axeCore, { type AxeResults, type RunOptions } from "axe-core";
import type { Page } from "puppeteer";

declare global {
  // What axe-core's source leaves in the page that it is run in.
  var axe: typeof axeCore;
}

/** Everything once; of the other scheme only what depends on it. */
const runs: readonly { scheme: "light" | "dark"; options: RunOptions }[] = [
  { scheme: "light", options: { resultTypes: ["violations"] } },
  { scheme: "dark", options: { resultTypes: ["violations"], runOnly: ["color-contrast"] } },
];

/** Runs inside the page. */
async function runAxe(options: RunOptions): Promise<AxeResults["violations"]> {
  // Colours and places are looked at when nothing moves any more.
  await Promise.allSettled(document.getAnimations().map((animation) => animation.finished));
  return (await globalThis.axe.run(document, options)).violations;
}

/** What axe-core finds wrong with the page as it is, in light and in dark; only what is serious or worse. */
export async function accessibilityViolations(page: Page): Promise<string[]> {
  const found: string[] = [];
  await page.evaluate(axeCore.source);
  for (const { scheme, options } of runs) {
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"]`);
    for (const { id, impact, nodes } of await page.evaluate(runAxe, options)) {
      if (impact !== "serious" && impact !== "critical") continue;
      found.push(...nodes.map((node) => `${scheme}: ${id}: ${node.html} ${node.failureSummary ?? ""}`));
    }
  }
  await page.emulateMediaFeatures([]);
  return found;
}
