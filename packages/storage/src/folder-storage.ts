import { randomUUID } from "node:crypto";
import { mkdir, open, opendir, readFile, rename, rm, stat, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import { idOfMark, markName, textOfMark } from "./mark.ts";
import { isKey, refuseOddKey, type Storage } from "./storage.ts";

function isMissing(error: unknown): boolean {
  return typeof error === "object" && error !== null && "code" in error && error.code === "ENOENT";
}

function unlessMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
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
  /** The mark that was read last, and what tells its file from another. */
  let lastMark: { state: string; id: ReturnType<typeof idOfMark> } | undefined;

  function pathOf(key: string): string {
    refuseOddKey(key);
    return join(folder, key);
  }

  /** Leaves out folders of others, such as `lost+found`, which this process may not be able to read. */
  async function* keysIn(path: string): AsyncGenerator<string> {
    for await (const entry of await opendir(join(folder, path))) {
      const name = path + entry.name;
      if (entry.isFile() && isKey(name)) yield name;
      else if (entry.isDirectory() && isKey(`${name}/x.pdf`)) yield* keysIn(`${name}/`);
    }
  }

  return {
    async put(key, content) {
      const path = pathOf(key);
      const file = await create(path);
      try {
        for await (const piece of content) await file.writeFile(piece);
        await Promise.all([file.sync(), syncFolder(dirname(path))]);
        // Another file system may have its place meanwhile.
        const [named, written] = await Promise.all([stat(path), file.stat()]);
        if (named.ino !== written.ino || named.dev !== written.dev)
          throw new Error(`${path} is another file than was written: its folder was unmounted or mounted meanwhile`);
      } catch (error) {
        await rm(path, { force: true }).catch(() => undefined);
        throw error;
      } finally {
        await file.close();
      }
    },

    async read(key, { from, to }) {
      const file = await open(pathOf(key), "r").catch(unlessMissing);
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

    async *list() {
      for await (const key of keysIn("")) {
        // It may be deleted meanwhile.
        const found = await stat(join(folder, key)).catch(unlessMissing);
        if (found) yield { key, sizeBytes: found.size, writtenAt: found.mtime };
      }
    },

    markHoldsMs: 0,

    async readMark() {
      const path = join(folder, markName);
      const found = await stat(path).catch(unlessMissing);
      if (!found) return undefined;
      // Each object that is written looks twice, and a look at the same file tells nothing new.
      const { dev, ino, mtimeMs, ctimeMs } = found;
      const state = [dev, ino, mtimeMs, ctimeMs].join(" ");
      if (state === lastMark?.state) return lastMark.id;
      const text = await readFile(path, "utf8").catch(unlessMissing);
      if (text === undefined) return undefined;
      const id = idOfMark(text);
      lastMark = { state, id };
      return id;
    },

    async writeMark(id) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // Several processes may write it at once.
      const unfinished = join(folder, `${markName}.${randomUUID()}`);
      const file = await open(unfinished, "wx", 0o600);
      try {
        await file.writeFile(textOfMark(id));
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(unfinished, join(folder, markName));
      await syncFolder(folder);
    },
  };
}
