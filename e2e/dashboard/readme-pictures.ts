import { isSettled } from "./is-settled.ts";
import { openFreshEditor, templateNamed } from "./open-editor.ts";
import { savePicture } from "./save-picture.ts";
import type { Demo } from "./start-demo.ts";

const documents = { invoice: "Invoice", report: "Quarterly report", certificate: "Certificate" };

const options = { quality: 80 };

/** Takes the pictures of README.md: the editor, and the first pages of three documents. Together they are below 300 KB. */
export async function takeReadmePictures({ platen, visitor }: Demo): Promise<void> {
  const { page } = visitor;
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);

  await page.setViewport({ width: 1440, height: 850 });
  await openFreshEditor(visitor, templateNamed(platen, documents.invoice), ["design", "preview"]);
  await visitor.find("toolbar", "Insert");
  await page.waitForSelector("canvas");
  await page.waitForFunction(isSettled);
  await savePicture("editor", page, options);

  await page.setViewport({ width: 560, height: 900 });
  for (const [name, template] of Object.entries(documents)) {
    await openFreshEditor(visitor, templateNamed(platen, template), ["preview"]);
    const sheet = await page.waitForSelector("canvas", { visible: true });
    await page.waitForFunction(isSettled);
    if (sheet) await savePicture(name, sheet, options);
  }
}
