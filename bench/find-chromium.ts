import { findOrInstallPrograms } from "@platen/provisioning";
import type { BenchContext } from "./bench-context.ts";

/** Finds the browser that Platen prints with, or downloads it to `folder`, and returns its path. */
export async function findChromium({ rootFolder, environment, say }: BenchContext, folder: string): Promise<string> {
  const { chromiumPath } = await findOrInstallPrograms({
    environment,
    rootFolder,
    stateFolder: folder,
    logFolder: folder,
    needed: ["Chromium"],
    say,
  });
  if (chromiumPath === undefined)
    throw new Error(
      "Chromium is not installed. Run `npm test`, which tries to install it, or set PUPPETEER_EXECUTABLE_PATH.",
    );
  return chromiumPath;
}
