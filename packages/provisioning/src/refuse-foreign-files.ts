import { access, constants, readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { UserIds } from "./unprivileged-user.ts";

async function canUse(user: UserIds | undefined, path: string): Promise<boolean> {
  if (user) return (await stat(path)).uid === user.uid;
  return access(path, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
}

async function findForeign(user: UserIds | undefined, folder: string): Promise<string | undefined> {
  if (!(await canUse(user, folder))) return folder;
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    const foreign = entry.isDirectory() ? await findForeign(user, path) : (await canUse(user, path)) ? undefined : path;
    if (foreign !== undefined) return foreign;
  }
  return undefined;
}

/**
 * Throws an error that says how to repair a server's folder if it has a file that `user` does not own, or that this user
 * cannot read and write: a server says it in its log alone. A copy without the owners has such files.
 */
export async function refuseForeignFiles(user: UserIds | undefined, folder: string): Promise<void> {
  const foreign = await findForeign(user, folder);
  if (foreign === undefined) return;
  const owner = user ? `${user.uid}:${user.gid}` : `${process.getuid?.()}:${process.getgid?.()}`;
  throw new Error(
    `The server cannot read and write ${foreign}, because another user owns it. Copy .data with \`cp -a\`, which keeps the owners, or run \`chown -R ${owner} ${folder}\` as root. Then start again.`,
  );
}
