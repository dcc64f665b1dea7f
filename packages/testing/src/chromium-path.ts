/* oxlint-disable node/no-process-env -- what a test run shares is handed on in the environment. */
import { findChromium } from "@platen/provisioning";
import { join } from "node:path";
import { rootFolder } from "./root-folder.ts";

/** The Chromium program that the tests use. */
export async function testChromiumPath(): Promise<string> {
  const path = await findChromium(process.env, join(rootFolder, ".data/chromium"));
  if (path === undefined) throw new Error('Chromium is not installed: "npm test" installs it where it can');
  return path;
}
