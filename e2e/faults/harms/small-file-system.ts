import { execFile } from "node:child_process";
import { mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A folder with room for so much and no more. */
export type SmallFileSystem = {
  path: string;
  /** Takes all the room there is left. */
  fill(): Promise<void>;
  /** Gives it back. */
  empty(): Promise<void>;
  remove(): Promise<void>;
};

/** Mounts a small file system; undefined where that is not allowed. */
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
      // It goes when the last process has let go of it.
      await run("umount", ["--lazy", path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}
