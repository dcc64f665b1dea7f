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
