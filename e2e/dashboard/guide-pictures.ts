import { isSettled } from "./is-settled.ts";
import { savePicture } from "./save-picture.ts";
import type { Scene } from "./scenes.ts";

type GuidePicture = {
  scene: string;
  width: number;
  height: number;
  /** The part of the window that the picture shows; without it, all of the window. */
  of?: string;
};

/** The pictures of `docs/design.md` by their names. */
const pictures: Readonly<Record<string, GuidePicture>> = {
  begin: { scene: "editor-design-empty", width: 1_080, height: 620 },
  several: { scene: "editor-design-add-fields", width: 1_280, height: 800, of: "[role=dialog]" },
  table: { scene: "editor-design-table", width: 1_280, height: 720 },
  stamp: { scene: "editor-design-stamp", width: 1_080, height: 640 },
  languages: { scene: "editor-texts-languages", width: 1_280, height: 640 },
  "make-one": { scene: "make-one", width: 1_280, height: 760 },
  missing: { scene: "editor-design-missing", width: 1_080, height: 560 },
  batch: { scene: "batch-new-invoices", width: 1_180, height: 760 },
};

async function takePicture(name: string, { visitor: { page }, show }: Scene, picture: GuidePicture): Promise<void> {
  const { width, height, of } = picture;
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
  await show();
  await page.waitForFunction(isSettled);
  const clip = (of !== undefined && (await (await page.$(of))?.boundingBox())) || { x: 0, y: 0, width, height };
  await savePicture(`design/${name}`, page, { quality: 70, clip, captureBeyondViewport: false });
}

/**
 * Takes the pictures of the guide for Design whose names, such as `guide/table`, begin with one of the parts. Each is a scene; together
 * they are below 300 KB.
 */
export async function takeGuidePictures(scenes: readonly Scene[], parts: readonly string[]): Promise<void> {
  for (const [name, picture] of Object.entries(pictures)) {
    if (!parts.some((part) => part.startsWith("guide/") && `guide/${name}`.startsWith(part))) continue;
    const scene = scenes.find((one) => one.name === picture.scene);
    if (!scene) throw new Error(`The picture "${name}" needs the scene "${picture.scene}".`);
    // A picture that fails must not stop the others.
    await takePicture(name, scene, picture).catch((error: unknown) => {
      process.stderr.write(`The picture "${name}" failed: ${String(error)}\n`);
      process.exitCode = 1;
    });
  }
}
