import { open, realpath } from "node:fs/promises";
import { homedir } from "node:os";
import { basename, join } from "node:path";
import { findByPattern, findOnPath } from "./find-program.ts";
import { canReach, unprivilegedUser } from "./unprivileged-user.ts";
import type { Environment } from "./find-program.ts";

/**
 * Finds a Chromium program that the browser's account may execute, headless-only builds first. Looks in the environment,
 * on the machine, in Puppeteer's cache and in `downloadFolder`.
 */
export async function findChromium(environment: Environment, downloadFolder: string): Promise<string | undefined> {
  const given = environment["PUPPETEER_EXECUTABLE_PATH"];
  if (given) return given;
  const user = unprivilegedUser();
  for (const candidate of await candidates(environment, downloadFolder)) {
    if ((await isBrowserBinary(candidate)) && canReach(user, candidate)) return candidate;
  }
  return undefined;
}

async function candidates(environment: Environment, downloadFolder: string): Promise<string[]> {
  const cache = environment["PUPPETEER_CACHE_DIR"] ?? join(homedir(), ".cache/puppeteer");
  const places = [
    await findByPattern(["/usr/lib{,64}/chromium*/{chromium,chrome}-headless-shell"]),
    await findOnPath(["chromium-headless-shell", "chrome-headless-shell"], environment),
    await findByPattern(["/usr/lib{,64}/chromium*/{chromium,chromium-browser,chrome}"]),
    await findOnPath(["chromium", "chromium-browser"], environment),
    await findByPattern([
      "/opt/google/chrome/chrome",
      "/Applications/{Chromium,Google Chrome}.app/Contents/MacOS/{Chromium,Google Chrome}",
      ...[cache, downloadFolder].flatMap((folder) => [
        join(folder, "chrome-headless-shell/*/*/chrome-headless-shell"),
        join(folder, "chrome/*/*/chrome"),
      ]),
    ]),
  ];
  return places.flat().filter((place) => place !== undefined);
}

/** False for the shell scripts of distributions and for snap's launcher, because another user cannot run them. */
async function isBrowserBinary(path: string): Promise<boolean> {
  if (basename(await realpath(path)) === "snap") return false;
  const file = await open(path);
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(2), position: 0 });
    return buffer.toString("latin1") !== "#!";
  } finally {
    await file.close();
  }
}
