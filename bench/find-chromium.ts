import { findOrInstallPrograms } from "@platen/provisioning";
import type { BenchContext } from "./bench-context.ts";

/** The path of the browser that Platen prints with; one that has to be downloaded goes below `folder`. */
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
      "Chromium is not installed: run `npm test`, which installs it where it can, or set PUPPETEER_EXECUTABLE_PATH",
    );
  return chromiumPath;
}
