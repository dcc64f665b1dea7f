import type { Visitor } from "../dashboard-browser.ts";

const widths = [1440, 1024, 390];
const schemes = ["light", "dark"];
const height = 850;

/**
 * Takes pictures of the page in every width and scheme. `arrange` opens the page again in each width, for content that
 * depends on the width when it opens.
 */
export type Shoot = (name: string, arrange?: () => Promise<void>) => Promise<void>;

/** Whether nothing in view is loading or moving. Runs inside the page. */
function isSettled(): boolean {
  const waiting = ".mantine-Loader-root, .mantine-Skeleton-root, [aria-busy=true], [data-state=waiting]";
  const isMoving = document.getAnimations().some(({ playState, effect }) => {
    return playState === "running" && effect?.getComputedTiming().iterations !== Infinity;
  });
  const isWaiting = [...document.querySelectorAll(waiting)].some((element) => {
    const { left, right, top, bottom, width } = element.getBoundingClientRect();
    return width > 0 && left < window.innerWidth && right > 0 && top < window.innerHeight && bottom > 0;
  });
  return !isMoving && !isWaiting;
}

/** The elements beyond the page's right edge. Runs inside the page. */
function overflowing(): string[] {
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 120))
    .slice(0, 3);
}

export function openCamera({ page }: Visitor, folder: string): Shoot {
  return async (name, arrange) => {
    for (const width of widths) {
      await page.setViewport({ width, height });
      await arrange?.();
      for (const scheme of schemes) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
        await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"]`);
        await page.waitForFunction(isSettled);
        await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, optimizeForSpeed: true });
      }
      const beyond = await page.evaluate(overflowing);
      if (beyond.length > 0) process.stdout.write(`${name} is wider than ${width} pixels:\n  ${beyond.join("\n  ")}\n`);
    }
    await page.setViewport({ width: 1440, height });
    process.stdout.write(`${name}\n`);
  };
}
