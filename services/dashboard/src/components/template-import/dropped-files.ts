/** More than an import takes: it refuses them when it reads them. Its own limit would load it with the page. */
const enoughEntries = 1_000;

/** The files that were dropped, and those of dropped folders. Must be called while the event is handled. */
export function droppedFiles(transfer: DataTransfer): Promise<{ name: string; file: File }[]> {
  const entries = Array.from(transfer.items).flatMap((item) => item.webkitGetAsEntry() ?? []);
  return filesIn(entries);
}

async function filesIn(entries: readonly FileSystemEntry[]): Promise<{ name: string; file: File }[]> {
  const found: { name: string; file: File }[] = [];
  const pending = [...entries];
  for (let entry = pending.pop(); entry && found.length <= enoughEntries; entry = pending.pop()) {
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
    if (some.length === 0 || all.length > enoughEntries) return all;
    all.push(...some);
  }
}
