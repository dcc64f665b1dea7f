import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { hostname } from "node:os";
import { join } from "node:path";

export type BrowserUser = { uid: number; gid: number };

/**
 * The folder of one engine: profiles, fonts and font cache. It is removed with the engine, or when the next one starts.
 */
export type WorkFolder = {
  path: string;
  /** Creates a folder inside that the browser's user owns. */
  createBrowserFolder(name: string): Promise<string>;
  remove(): Promise<void>;
};

/**
 * Creates the folder under `root`, after it has removed the folders of dead workers. `user` is the browser's user, if
 * that is not the worker's own user.
 */
export async function createWorkFolder(root: string, user: BrowserUser | undefined): Promise<WorkFolder> {
  await mkdir(root, { recursive: true });
  await removeLeftFolders(root);
  const path = await mkdtemp(join(root, `${hostname()}-${process.pid}-${await startTime(process.pid)}-`));
  if (user) {
    // The browser's user may enter the folder and open files by name, but not list them.
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

/** Removes a folder. It retries, because a killed browser may still write to the folder for a moment. */
export async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

// Workers on other hosts may share `root`. This host cannot see their processes, so their folders stay.
async function removeLeftFolders(root: string): Promise<void> {
  for (const name of await readdir(root)) {
    const owner = /^(.+)-(\d+)-(\d+)-[^-]{6}$/.exec(name);
    if (!owner || owner[1] !== hostname()) continue;
    if ((await startTime(Number(owner[2]))) !== owner[3]) await removeFolder(join(root, name));
  }
}

/** When a process started, which tells it from a later process with the same id; "" if there is no such process. */
async function startTime(pid: number): Promise<string> {
  if (process.platform !== "linux") return isAlive(pid) ? "0" : "";
  try {
    const stat = await readFile(`/proc/${pid}/stat`, "utf8");
    // The second field is the command, in brackets, with any characters. The start time is the 20th field after it.
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
