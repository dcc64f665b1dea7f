import { mkdir, readdir, writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { startReaper } from "@platen/testing";
import { takeGuidePictures } from "./guide-pictures.ts";
import { isSettled } from "./is-settled.ts";
import { takeReadmePictures } from "./readme-pictures.ts";
import { openScenes, type Scene } from "./scenes.ts";
import { startDemo } from "./start-demo.ts";

// Takes pictures of every scene of the dashboard, wide and narrow, light and dark:
//   npm run screenshots [folder] [part of a scene's name ...]
// Without a part of a name, it also takes those of README.md and of the guide for Design, into docs/pictures. `readme` and
// `guide/` take these alone.

const widths = [1440, 1024, 390] as const;
const height = 850;

const folder = resolve(process.argv[2] ?? ".data/screenshots");
const wanted = process.argv.slice(3);

/** The elements beyond the page's right edge. Runs inside the page. */
function overflowing(): string[] {
  if (document.documentElement.scrollWidth <= window.innerWidth) return [];
  return [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > window.innerWidth + 1)
    .map((element) => element.outerHTML.slice(0, 120))
    .slice(0, 3);
}

/** Shows the scene in the first width, or in every width if it depends on the width of the window when it opens. */
async function takePictures({ name, visitor: { page }, isSizedOnOpening, show }: Scene): Promise<void> {
  for (const width of widths) {
    await page.setViewport({ width, height });
    if (isSizedOnOpening || width === widths[0]) await show();
    for (const scheme of ["light", "dark"]) {
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.waitForSelector(`html[data-mantine-color-scheme="${scheme}"]`);
      await page.waitForFunction(isSettled);
      await page.screenshot({ path: `${folder}/${name}-${width}-${scheme}.png`, optimizeForSpeed: true });
    }
    const beyond = await page.evaluate(overflowing);
    if (beyond.length > 0) process.stdout.write(`${name} is wider than ${width} pixels:\n  ${beyond.join("\n  ")}\n`);
  }
}

/** Writes a page that shows all pictures side by side. */
async function writeContents(): Promise<void> {
  const pictures = (await readdir(folder)).filter((name) => name.endsWith(".png")).toSorted();
  const figures = pictures.map(
    (name) =>
      `<figure><a href="${name}"><img loading="lazy" src="${name}"></a><figcaption>${name}</figcaption></figure>`,
  );
  const style = "body{display:flex;flex-wrap:wrap;font:14px sans-serif}figure{margin:8px}img{height:320px}";
  await writeFile(`${folder}/index.html`, `<!doctype html><style>${style}</style>${figures.join("\n")}\n`);
}

await mkdir(folder, { recursive: true });
const reaper = await startReaper();
const demo = await startDemo();
try {
  const { lanes, close } = await openScenes(demo);
  for (const scene of lanes.flat()) {
    if (wanted.length > 0 && !wanted.some((part) => scene.name.includes(part))) continue;
    // A scene that fails must not stop the others.
    await takePictures(scene).catch((error: unknown) => {
      process.stderr.write(`The scene "${scene.name}" failed: ${String(error)}\n`);
      process.exitCode = 1;
    });
  }
  await takeGuidePictures(lanes.flat(), wanted.length === 0 ? ["guide/"] : wanted);
  await close();
  if (wanted.length === 0 || wanted.includes("readme")) await takeReadmePictures(demo);
  await writeContents();
  process.stdout.write(`The pictures are in ${folder}; ${folder}/index.html shows them all.\n`);
} finally {
  await demo.stop();
  await reaper.stop();
}
