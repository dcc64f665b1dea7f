import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { waitFor } from "@platen/testing";
import type { Page } from "puppeteer";

export type SavedFile = { name: string; path: string };

/** Collects the files that a visitor's browser saves. */
export async function openDownloads(page: Page) {
  const folder = await mkdtemp(join(tmpdir(), "platen-downloads-"));
  const session = await page.createCDPSession();
  const { id } = page.browserContext();
  return {
    /** Runs an action that saves a file, and returns the file once it is complete. */
    saved: async (act: () => Promise<void>): Promise<SavedFile> => {
      // Each file gets its own folder, because files may have the same name.
      const downloadPath = await mkdtemp(join(folder, "file-"));
      await session.send("Browser.setDownloadBehavior", {
        behavior: "allow",
        downloadPath,
        ...(id === undefined ? {} : { browserContextId: id }),
      });
      await act();
      const name = await waitFor(
        async () => (await readdir(downloadPath)).find((file) => !file.endsWith(".crdownload")),
        { describe: "a saved file" },
      );
      return { name, path: join(downloadPath, name) };
    },
    close: async (): Promise<void> => {
      await session.detach();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
