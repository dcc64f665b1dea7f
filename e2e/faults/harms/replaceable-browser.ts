import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testChromiumPath } from "@platen/testing";

/** The program that a worker starts as its browser, which can become another one. */
export type ReplaceableBrowser = {
  path: string;
  /** From the next start on it is this shell command instead of the browser. */
  replace(command: string): Promise<void>;
  remove(): Promise<void>;
};

/** Makes a program that is Chromium at first. */
export async function createReplaceableBrowser(): Promise<ReplaceableBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "platen-browser-"));
  // The browser's user has to get in.
  await chmod(folder, 0o755);
  const path = join(folder, "browser");
  async function replace(command: string): Promise<void> {
    const draft = join(folder, "draft");
    await writeFile(draft, `#!/bin/sh\n${command}\n`);
    await chmod(draft, 0o755);
    // In one step: a program that is being run cannot be written to.
    await rename(draft, path);
  }
  await replace(`exec ${await testChromiumPath()} "$@"`);
  return { path, replace, remove: () => rm(folder, { recursive: true }) };
}
