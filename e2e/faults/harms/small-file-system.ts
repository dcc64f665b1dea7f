import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A file system of a small, fixed size. */
export type SmallFileSystem = {
  path: string;
  /** Fills the space that is left. */
  fill(): Promise<void>;
  /** Frees that space. */
  empty(): Promise<void>;
  remove(): Promise<void>;
};

/** Mounts a small file system; undefined if the system does not allow that. */
export async function mountSmallFileSystem(megabytes: number): Promise<SmallFileSystem | undefined> {
  const path = await mkdtemp(join(tmpdir(), "platen-small-"));
  try {
    await run("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=711`, "tmpfs", path]);
  } catch {
    await rm(path, { recursive: true });
    return undefined;
  }
  const filler = join(path, "filler");
  return {
    path,
    async fill() {
      const file = await open(filler, "a");
      const block = Buffer.alloc(4_096);
      try {
        for (;;) await file.write(block);
      } catch {
        // Full.
      } finally {
        await file.close();
      }
    },
    empty: () => rm(filler, { force: true }),
    async remove() {
      // The mount ends when the last process has closed its files.
      await run("umount", ["--lazy", path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
