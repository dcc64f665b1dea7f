import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readdir, rename, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A folder that a volume is mounted to. */
export type Volume = {
  path: string;
  /** What unmounting is on this machine. */
  how: string;
  unmount(): Promise<unknown>;
  mount(): Promise<unknown>;
  /** The names of the files below the mounted volume. Call it while that is not mounted. */
  filesBelow(): Promise<string[]>;
  remove(): Promise<void>;
};

/** Mounts a volume; where the system does not allow that, a folder takes the place of another. */
export async function mountVolume(): Promise<Volume> {
  const parent = await mkdtemp(join(tmpdir(), "platen-volume-"));
  const [path, volume, away] = [join(parent, "files"), join(parent, "volume"), join(parent, "away")];
  await Promise.all([mkdir(path), mkdir(volume)]);
  const filesBelow = async () => (await readdir(path, { recursive: true })).filter((name) => name.endsWith(".pdf"));
  const bind = () => run("mount", ["--bind", volume, path]);
  // Processes that write a file keep the volume.
  const unbind = () => run("umount", ["--lazy", path]);
  const remove = () => rm(parent, { recursive: true, force: true });
  try {
    await bind();
    const end = async () => {
      await unbind().catch(() => undefined);
      await remove();
    };
    return { path, how: "a volume is unmounted", unmount: unbind, mount: bind, filesBelow, remove: end };
  } catch {
    const unmount = async () => {
      await rename(path, away);
      await mkdir(path);
    };
    const mount = async () => {
      await rm(path, { recursive: true });
      await rename(away, path);
    };
    return { path, how: "an empty folder takes its place", unmount, mount, filesBelow, remove };
  }
}
