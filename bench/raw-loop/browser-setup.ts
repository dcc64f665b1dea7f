import { mkdtemp, chmod } from "node:fs/promises";
import { join } from "node:path";
import {
  canSealNetwork,
  createWorkFolder,
  installFonts,
  type BrowserUser,
  unprivilegedUser,
} from "@platen/engine/parts";
import { testChromiumPath, testFolder } from "@platen/testing";

/** The build, the fonts and the user that all browsers of a run share. */
export type BrowserSetup = {
  executablePath: string;
  /** A folder that the reaper removes. An unprivileged user can enter it. */
  folder: string;
  user: BrowserUser | undefined;
  sealNetwork: boolean;
  /** The environment that makes a browser find the fonts. */
  fonts: { FONTCONFIG_FILE: string };
  createProfile(): Promise<string>;
};

export async function prepareBrowserSetup(): Promise<BrowserSetup> {
  const folder = await mkdtemp(join(testFolder(), "bench-"));
  await chmod(folder, 0o711);
  const user = process.getuid?.() === 0 ? unprivilegedUser : undefined;
  const workFolder = await createWorkFolder(`${folder}/raw`, user);
  const { configPath } = await installFonts(
    `${workFolder.path}/fonts`,
    await workFolder.createBrowserFolder("font-cache"),
  );
  let profiles = 0;
  return {
    executablePath: await testChromiumPath(),
    folder,
    user,
    sealNetwork: await canSealNetwork(user),
    fonts: { FONTCONFIG_FILE: configPath },
    createProfile: () => workFolder.createBrowserFolder(`profile-${++profiles}`),
  };
}
