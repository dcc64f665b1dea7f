import {
  canSealNetwork,
  createWorkFolder,
  installFonts,
  type BrowserUser,
  unprivilegedUser,
} from "@platen/engine/parts";
import type { Surroundings } from "../benchmark.ts";
import type { AtEnd } from "../ending.ts";
import { findChromium } from "../find-chromium.ts";

/** What all browsers of a run share: the build, the fonts, and whom they run as. */
export type BrowserGround = {
  executablePath: string;
  user: BrowserUser | undefined;
  sealNetwork: boolean;
  /** The environment that leads a browser to the fonts. */
  fonts: { FONTCONFIG_FILE: string };
  createProfile(): Promise<string>;
};

/** Prepares it under `folder`, which the unprivileged user can reach. */
export async function prepareBrowserGround(
  surroundings: Surroundings,
  folder: string,
  atEnd: AtEnd,
): Promise<BrowserGround> {
  const executablePath = await findChromium(surroundings, folder);
  const user = process.getuid?.() === 0 ? unprivilegedUser : undefined;
  const workFolder = await createWorkFolder(`${folder}/raw`, user);
  atEnd(() => workFolder.remove());
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
