import { spawnSync } from "node:child_process";
import { chown, mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { UserIds } from "./unprivileged-user.ts";

/**
 * Users for services that root starts. No distribution and no systemd uses these numbers, and each service has one of its
 * own, because a process may read the environment of another process of its user. A worker stays root: it runs its
 * browser as another user, which keeps its secrets from the browser.
 */
const users = {
  gateway: { uid: 61_101, gid: 61_101 },
  catalog: { uid: 61_102, gid: 61_102 },
  courier: { uid: 61_103, gid: 61_103 },
} as const;
export type ServiceUsers = Partial<Record<keyof typeof users, UserIds>>;

/** The users that can read the services' code; none if this process is not root. */
export function serviceUsers(rootFolder: string): ServiceUsers {
  if (process.getuid?.() !== 0) return {};
  const { gateway, catalog, courier } = users;
  return {
    ...(canRun(gateway, join(rootFolder, "services/gateway/src/main.ts")) && { gateway }),
    ...(canRun(catalog, join(rootFolder, "services/catalog/src/main.ts")) && { catalog }),
    ...(canRun(courier, join(rootFolder, "services/courier/src/main.ts")) && { courier }),
  };
}

/** Creates a folder that belongs to the user. Everyone must be allowed to enter the folder above it. */
export async function createFolderOf({ uid, gid }: UserIds, path: string): Promise<void> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  await chown(path, uid, gid);
}

function canRun(user: UserIds, script: string): boolean {
  const test = ["-c", 'test -x "$1" && test -r "$2"', "sh", process.execPath, script];
  return spawnSync("/bin/sh", test, { ...user, cwd: "/", timeout: 5_000 }).status === 0;
}
