import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { canReach, unprivilegedUser } from "./unprivileged-user.ts";

// The system empties temporary folders after some weeks, so a database cannot be in one.
const parentOfReachableFolders = "/var/lib/platen";
const recordName = "location";
const originName = "origin";

/**
 * Opens the folder for data that programs under another account must reach. It is `dataFolder` itself, unless this
 * process is root and only root may enter `dataFolder`. Then it is a folder under /var/lib/platen. `dataFolder` records
 * it, so that the next start finds it, a move keeps it, and deleting `dataFolder` replaces it.
 */
export async function openStateFolder(dataFolder: string, parent = parentOfReachableFolders): Promise<string> {
  const home = resolve(dataFolder);
  const user = unprivilegedUser();
  await mkdir(home, { recursive: true });
  await chmod(home, user === undefined ? 0o700 : 0o711);

  const record = join(home, recordName);
  const recorded = await contentOf(record);
  if (recorded !== undefined && (await adopt(recorded, home))) return recorded;
  if (canReach(user, home)) return home;

  await mkdir(parent, { recursive: true, mode: 0o711 });
  await removeForgotten(parent, home);
  const folder = await mkdtemp(join(parent, "data-"));
  await chmod(folder, 0o711);
  await writeFile(join(folder, originName), home, { mode: 0o600 });
  await writeFile(record, folder, { mode: 0o600 });
  return folder;
}

/** Creates an empty temporary folder that the unprivileged user can reach, in the first of `parents` that allows it. */
export async function createTemporaryFolder(
  prefix: string,
  parents: readonly string[] = [tmpdir(), "/tmp", "/var/tmp"],
): Promise<string> {
  const user = unprivilegedUser();
  for (const parent of parents) {
    const folder = await mkdtemp(join(parent, prefix));
    await chmod(folder, user === undefined ? 0o700 : 0o711);
    if (canReach(user, folder)) return folder;
    await rm(folder, { recursive: true });
  }
  throw new Error(
    `An unprivileged user can reach none of ${parents.join(", ")}. Set TMPDIR to a folder that every user can enter.`,
  );
}

/** Whether `folder` belongs to `home`, or to the place that `home` was moved from. A copy of `home` does not get it. */
async function adopt(folder: string, home: string): Promise<boolean> {
  const origin = await contentOf(join(folder, originName));
  if (origin === undefined) return false;
  if (origin === home) return true;
  if ((await contentOf(join(origin, recordName))) === folder) return false;
  await writeFile(join(folder, originName), home, { mode: 0o600 });
  return true;
}

async function removeForgotten(parent: string, home: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const folder = join(parent, name);
    if ((await contentOf(join(folder, originName))) === home) await rm(folder, { recursive: true, force: true });
  }
}

async function contentOf(file: string): Promise<string | undefined> {
  return readFile(file, "utf8").catch(() => undefined);
}
