import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "@platen/testing";
import type { Page } from "puppeteer";

export type SavedFile = { name: string; path: string; bytes: Buffer };

/** A folder that a visitor's browser saves files in. */
export async function openDownloads(page: Page) {
  const folder = await mkdtemp(join(tmpdir(), "platen-downloads-"));
  const session = await page.createCDPSession();
  const { id } = page.browserContext();
  await session.send("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: folder,
    ...(id === undefined ? {} : { browserContextId: id }),
  });
  return {
    /** Does what makes the browser save a file, and gives the file once it is whole. */
    saved: async (act: () => Promise<void>): Promise<SavedFile> => {
      const before = new Set(await readdir(folder));
      await act();
      const name = await waitFor(
        async () => (await readdir(folder)).find((file) => !before.has(file) && !file.endsWith(".crdownload")),
        { timeoutMs: 20_000, describe: "a saved file" },
      );
      const path = join(folder, name);
      return { name, path, bytes: await readFile(path) };
    },
    close: async (): Promise<void> => {
      await session.detach();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
