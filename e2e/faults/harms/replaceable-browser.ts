import { chmod, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { testChromiumPath } from "@platen/testing";

/** A program that a worker starts as its browser, and that a row can replace. */
export type ReplaceableBrowser = {
  path: string;
  /** Makes the next start run a shell command instead of the browser. */
  replace(command: string): Promise<void>;
  remove(): Promise<void>;
};

/** Creates a program that starts Chromium until it is replaced. */
export async function createReplaceableBrowser(): Promise<ReplaceableBrowser> {
  const folder = await mkdtemp(join(tmpdir(), "platen-browser-"));
  // The user of the browser needs access.
  await chmod(folder, 0o755);
  const path = join(folder, "browser");
  async function replace(command: string): Promise<void> {
    const draft = join(folder, "draft");
    await writeFile(draft, `#!/bin/sh\n${command}\n`);
    await chmod(draft, 0o755);
    // Renamed in one step, because a running program cannot be written to.
    await rename(draft, path);
  }
  await replace(`exec ${await testChromiumPath()} "$@"`);
  return { path, replace, remove: () => rm(folder, { recursive: true }) };
}
