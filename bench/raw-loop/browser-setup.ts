import {
  canSealNetwork,
  createWorkFolder,
  installFonts,
  type BrowserUser,
  unprivilegedUser,
} from "@platen/engine/parts";
import type { BenchContext } from "../bench-context.ts";
import type { OnCleanup } from "../cleanup.ts";
import { findChromium } from "../find-chromium.ts";

/** The build, the fonts and the user that all browsers of a run share. */
export type BrowserSetup = {
  executablePath: string;
  user: BrowserUser | undefined;
  sealNetwork: boolean;
  /** The environment that makes a browser find the fonts. */
  fonts: { FONTCONFIG_FILE: string };
  createProfile(): Promise<string>;
};

/** Prepares the setup in `folder`, which the unprivileged user can reach. */
export async function prepareBrowserSetup(
  context: BenchContext,
  folder: string,
  onCleanup: OnCleanup,
): Promise<BrowserSetup> {
  const executablePath = await findChromium(context, folder);
  const user = process.getuid?.() === 0 ? unprivilegedUser : undefined;
  const workFolder = await createWorkFolder(`${folder}/raw`, user);
  onCleanup(() => workFolder.remove());
  const { configPath } = await installFonts(
    `${workFolder.path}/fonts`,
    await workFolder.createBrowserFolder("font-cache"),
  );
  let profiles = 0;
  return {
    executablePath,
    user,
    sealNetwork: await canSealNetwork(user),
    fonts: { FONTCONFIG_FILE: configPath },
    createProfile: () => workFolder.createBrowserFolder(`profile-${++profiles}`),
  };
}
