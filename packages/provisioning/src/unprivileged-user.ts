import { spawnSync } from "node:child_process";

export type UserIds = { uid: number; gid: number };

/**
 * Returns the account for programs that refuse to run as root. Undefined if this process is not root, because they then
 * run under its account.
 */
export function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const uid = numericId("-u", name);
    const gid = numericId("-g", name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error(
    "PostgreSQL and Chromium cannot run as root, and this machine has no user 'postgres' or 'nobody' to run them. Create one.",
  );
}

function numericId(option: "-u" | "-g", name: string): number | undefined {
  const result = spawnSync("id", [option, name], { encoding: "utf8", timeout: 5_000 });
  return result.status === 0 ? Number(result.stdout.trim()) : undefined;
}

/** Whether `user` can execute the file or enter the folder. It tries, so every kind of permission counts. */
export function canReach(user: UserIds | undefined, path: string): boolean {
  const result = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { ...user, cwd: "/", timeout: 5_000 });
  return result.status === 0;
}
