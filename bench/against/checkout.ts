import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { UserError } from "../user-error.ts";

/** Checkouts that stay for the next run. The rest are removed, those used last at last. */
const keptCheckouts = 3;
const timeoutMs = 60_000;
const baselinePath = join(import.meta.dirname, "../baseline.json");

/** Returns the commit that a name stands for. `baseline` is the release that `bench/baseline.json` names. */
export async function findCommit(rootFolder: string, name: string): Promise<string> {
  const revision =
    name === "baseline"
      ? z.object({ commit: z.string() }).parse(JSON.parse(readFileSync(baselinePath, "utf8"))).commit
      : name;
  try {
    return await git(rootFolder, ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`]);
  } catch (error) {
    throw new UserError(
      `Git has no commit "${revision}" here. If this clone is shallow, get the whole history: git fetch --unshallow`,
      { cause: error },
    );
  }
}

/** Returns a folder with the files of a commit. A folder of an earlier run serves again, with its dependencies. */
export async function checkOut(rootFolder: string, commit: string): Promise<string> {
  const parent = join(rootFolder, ".data/against");
  const folder = join(parent, commit.slice(0, 12));
  await mkdir(parent, { recursive: true });
  if (!(await isCheckoutOf(folder, commit))) {
    await removeCheckout(rootFolder, folder);
    // With --force, Git forgets a worktree that was at the same place.
    await git(rootFolder, ["worktree", "add", "--force", "--detach", folder, commit]);
  }
  const now = new Date();
  await utimes(folder, now, now);
  await removeOld(rootFolder, parent);
  return folder;
}

/** Describes the files of the working tree: its commit, and whether it differs. */
export function describeWorkingTree(rootFolder: string): Promise<string> {
  return git(rootFolder, ["describe", "--always", "--dirty", "--exclude=*"]);
}

/** Whether the folder has the files of the commit, unchanged. A file that Git does not track, such as a log, may be there. */
async function isCheckoutOf(folder: string, commit: string): Promise<boolean> {
  if (!existsSync(join(folder, ".git"))) return false;
  try {
    const changed = await git(folder, ["status", "--porcelain", "--untracked-files=no"]);
    return changed === "" && (await git(folder, ["rev-parse", "HEAD"])) === commit;
  } catch {
    // Git stopped while it made the worktree.
    return false;
  }
}

async function removeOld(rootFolder: string, parent: string): Promise<void> {
  const folders = (await readdir(parent)).map((name) => join(parent, name));
  const used = await Promise.all(folders.map(async (folder) => ({ folder, at: (await stat(folder)).mtimeMs })));
  const old = used.toSorted((a, b) => b.at - a.at).slice(keptCheckouts);
  for (const { folder } of old) await removeCheckout(rootFolder, folder);
}

async function removeCheckout(rootFolder: string, folder: string): Promise<void> {
  if (!existsSync(folder)) return;
  await git(rootFolder, ["worktree", "remove", "--force", folder]).catch(() => {
    // The folder is no worktree, or half of one.
  });
  await rm(folder, { recursive: true, force: true });
}

async function git(folder: string, args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)("git", args, { cwd: folder, timeout: timeoutMs });
  return stdout.trim();
}
