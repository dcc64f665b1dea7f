/* oxlint-disable node/no-process-env -- the environment may name the browser. */
import { findChromium } from "@platen/provisioning";
import { join } from "node:path";
import { rootFolder } from "./root-folder.ts";

/** Finds the Chromium program that the tests use. */
export async function testChromiumPath(): Promise<string> {
  const path = await findChromium(process.env, join(rootFolder, ".data/chromium"));
  if (path === undefined) throw new Error("Chromium is not installed. Run `npm test`, which installs it where it can.");
  return path;
}
