import { mkdir, open, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { refuseOddKey, type Storage } from "./storage.ts";

function isMissing(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
}

/** Makes a new name of a file outlive a crash. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, "r");
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates the file of an object, and its folder if it is missing. */
async function create(path: string): Promise<FileHandle> {
  const openNew = () => open(path, "wx", 0o600);
  try {
    return await openNew();
  } catch (error) {
    if (!isMissing(error)) throw error;
    await mkdir(dirname(path), { recursive: true, mode: 0o700 });
    return openNew();
  }
}

/** Keeps objects as files that only the user of this process can read. Several processes may share the folder. */
export function createFolderStorage(folder: string): Storage {
  function pathOf(key: string): string {
    refuseOddKey(key);
    return join(folder, key);
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      const file = await create(path);
      try {
        for await (const piece of content) await file.writeFile(piece);
        await Promise.all([file.sync(), syncFolder(dirname(path))]);
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    },

    async read(key, { from, to }) {
      const file = await open(pathOf(key), "r").catch((error: unknown) => {
        if (isMissing(error)) return undefined;
        throw error;
      });
      if (!file) return undefined;
      try {
        const { size } = await file.stat();
        const bytes = Buffer.alloc(Math.max(0, Math.min(to + 1, size) - from));
        let filled = 0;
        while (filled < bytes.byteLength) {
          const { bytesRead } = await file.read(bytes, filled, bytes.byteLength - filled, from + filled);
          if (bytesRead === 0) break;
          filled += bytesRead;
        }
        return bytes.subarray(0, filled);
      } finally {
        await file.close();
      }
    },

    async delete(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}
