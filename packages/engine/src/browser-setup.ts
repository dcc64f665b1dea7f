import type { Logger } from "@platen/telemetry";
import { canRead, canSealNetwork, unprivilegedUser } from "./chromium/chromium-command.ts";
import type { LaunchOptions } from "./chromium/launch-chromium.ts";
import { createWorkFolder } from "./chromium/work-folder.ts";
import { installFonts } from "./fonts/install-fonts.ts";

export type BrowserSetupOptions = {
  executablePath: string;
  /** Folder for profiles and fonts. The browser's user must be allowed to enter it. */
  workRoot: string;
  /** Folder of the operator's own fonts, in addition to the built-in ones. */
  fontsFolder?: string;
  log: Logger;
};

/** What the browsers of one engine run with: their user, network, folder and fonts. */
export type BrowserSetup = Pick<
  LaunchOptions,
  "executablePath" | "user" | "sealNetwork" | "workFolder" | "fontconfigPath"
> & {
  /** The families and characters of the fonts, for `readKnownFonts`. */
  knownFontsPath: string;
};

export async function setUpBrowser({
  executablePath,
  workRoot,
  fontsFolder,
  log,
}: BrowserSetupOptions): Promise<BrowserSetup> {
  const isRoot = process.platform === "linux" && process.getuid?.() === 0;
  const user = isRoot ? unprivilegedUser : undefined;
  const sealNetwork = await canSealNetwork(user);
  if (!sealNetwork) {
    log.warn("the kernel does not allow network namespaces; only command-line flags keep the browser offline", {
      platform: process.platform,
    });
  }
  const workFolder = await createWorkFolder(workRoot, user);
  const fonts = await installFonts(
    `${workFolder.path}/fonts`,
    await workFolder.createBrowserFolder("font-cache"),
    fontsFolder,
  );
  for (const missing of fonts.missing) {
    log.warn("no font is installed for a script", { script: missing.script, debianPackage: missing.package });
  }
  for (const path of fonts.unreadable) log.warn("cannot read a font file, warnings about fonts leave it out", { path });
  for (const path of [fonts.configPath, executablePath, ...(fontsFolder ? [fontsFolder] : [])]) {
    if (await canRead(user, path)) continue;
    await workFolder.remove();
    throw new Error(
      `The browser's user (uid ${user?.uid}) cannot read ${path}. Check that it exists and that this user may enter every folder above it.`,
    );
  }
  return {
    executablePath,
    user,
    sealNetwork,
    workFolder,
    fontconfigPath: fonts.configPath,
    knownFontsPath: fonts.knownFontsPath,
  };
}
