import { mkdir } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { ElementHandle, ScreenshotOptions } from "puppeteer";

const folder = resolve(import.meta.dirname, "../../docs/pictures");

/** Saves what a page or an element shows as a picture of `docs/pictures`, under a name without extension. */
export async function savePicture(
  name: string,
  of: Pick<ElementHandle, "screenshot">,
  options: Pick<ScreenshotOptions, "quality" | "clip" | "captureBeyondViewport">,
): Promise<void> {
  const path = `${folder}/${name}.webp` as const;
  await mkdir(dirname(path), { recursive: true });
  await of.screenshot({ path, type: "webp", ...options });
}
