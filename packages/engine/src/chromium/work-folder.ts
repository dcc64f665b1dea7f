import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

export type BrowserUser = { uid: number; gid: number };

/** The folder of one worker's life: profiles, fonts and font cache. It goes with the worker, or when the next starts. */
export type WorkFolder = {
  path: string;
  /** Makes a folder in it that the browser's user owns. */
  createBrowserFolder(name: string): Promise<string>;
  remove(): Promise<void>;
};

/**
 * Makes the folder under `root`, having removed those whose worker is dead. `user` is whom the browser runs as when
 * that is not the worker's own user.
 */
export async function createWorkFolder(root: string, user: BrowserUser | undefined): Promise<WorkFolder> {
  await mkdir(root, { recursive: true });
  await removeLeftFolders(root);
  const path = await mkdtemp(join(root, `${hostname()}-${process.pid}-${await startTime(process.pid)}-`));
  if (user) {
    // Its user passes through and reads what it knows by name.
    await chown(path, -1, user.gid);
    await chmod(path, 0o710);
  }
  return {
    path,
    async createBrowserFolder(name) {
      const folder = join(path, name);
      await mkdir(folder, { mode: 0o700 });
      if (user) await chown(folder, user.uid, user.gid);
      return folder;
    },
    async remove() {
      await removeFolder(path);
    },
  };
}

/** Removes a folder that a browser just killed may still be writing to. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
}

// Workers on other hosts may share `root`, and their processes cannot be seen from here.
async function removeLeftFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const owner = /^(.+)-(\d+)-(\d+)-[^-]{6}$/.exec(name);
    if (!owner || owner[1] !== hostname()) continue;
    if ((await startTime(Number(owner[2]))) !== owner[3]) await removeFolder(join(root, name));
  }
}

/** When a process started, which tells it from a later one with the same id; "" when there is none. */
async function startTime(pid: number): Promise<string> {
  if (process.platform !== "linux") return isAlive(pid) ? "0" : "";
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the command in brackets and may hold anything; the start time is the 20th after it.
    return stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19] ?? "";
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
