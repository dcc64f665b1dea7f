import { spawnSync } from "node:child_process";

export type UserIds = { uid: number; gid: number };

/**
 * The account for programs that refuse to run as root, or undefined when this process is not root and they can run as
 * the same user.
 */
export function unprivilegedUser(): UserIds | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const uid = numericId("-u", name);
    const gid = numericId("-g", name);
    if (uid !== undefined && gid !== undefined) return { uid, gid };
  }
  throw new Error("running as root, and this machine has neither a user 'postgres' nor a user 'nobody' to run as");
}

function numericId(option: "-u" | "-g", name: string): number | undefined {
  const result = spawnSync("id", [option, name], { encoding: "utf8", timeout: 5_000 });
  return result.status === 0 ? Number(result.stdout.trim()) : undefined;
}

/** Whether `user` can execute the file or enter the folder. It tries, so every way of granting access counts. */
export function canReach(user: UserIds | undefined, path: string): boolean {
  const result = spawnSync("/bin/sh", ["-c", 'test -x "$1"', "sh", path], { ...user, cwd: "/", timeout: 5_000 });
  return result.status === 0;
}
