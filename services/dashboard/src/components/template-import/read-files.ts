import { maxEntries, maxUnpackedBytes, ImportError, type ImportFile } from "@platen/library-import";

/** Files of a folder with their paths in it, or single files. Refuses more than an import takes before it reads them. */
export async function readFiles(files: readonly { name: string; file: Blob }[]): Promise<ImportFile[]> {
  if (files.length > maxEntries) throw new ImportError(`The folder has more than ${maxEntries} files.`);
  const size = files.reduce((sum, { file }) => sum + file.size, 0);
  if (size > maxUnpackedBytes)
    throw new ImportError(`The files are larger than ${maxUnpackedBytes / 1_000_000} MB together.`);
  return Promise.all(files.map(async ({ name, file }) => ({ name, bytes: new Uint8Array(await file.arrayBuffer()) })));
}

/** Chosen files by their paths in the chosen folder. */
export function chosenFiles(files: readonly File[]): { name: string; file: File }[] {
  return files.map((file) => ({ name: file.webkitRelativePath === "" ? file.name : file.webkitRelativePath, file }));
}

/** The files that were dropped, and those of dropped folders. Must be called while the event is handled. */
export function droppedFiles(transfer: DataTransfer): Promise<{ name: string; file: File }[]> {
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  return filesIn(entries);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<{ name: string; file: File }[]> {
  const found: { name: string; file: File }[] = [];
  const pending = [...entries];
  for (let entry = pending.pop(); entry && found.length <= maxEntries; entry = pending.pop()) {
    const name = entry.fullPath.replace(/^\//, "");
    if (isFile(entry)) {
      const { file } = { file: entry };
      found.push({ name, file: await new Promise<File>((resolve, reject) => file.file(resolve, reject)) });
    } else if (isFolder(entry)) pending.push(...(await entriesOf(entry)));
  }
  return found;
}

const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

/** A reader of a folder gives at most a hundred entries at a time. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0 || all.length > maxEntries) return all;
    all.push(...some);
  }
}
