import { crc32 } from "node:zlib";
import {
  directoryEnd,
  directoryEndBytes,
  directoryEntry,
  fileHeader,
  fileHeaderBytes,
  type ZipFile,
} from "./zip-parts.ts";

/** What a ZIP consists of. Its files come in pages, of which this tells where each begins. */
export type ZipContent = {
  files: number;
  /** Bytes of all files with their headers, and of the directory without its end. */
  filesBytes: number;
  directoryBytes: number;
  /** In milliseconds since the epoch. */
  modifiedAt: number;
  pages: readonly { fileOffset: number; directoryOffset: number }[];
};

/** Where the files of a ZIP and their bytes come from. Both ends of a range count. */
export type ZipSource<File extends ZipFile> = {
  readPage(page: number): Promise<readonly File[]>;
  readFile(file: File, from: number, to: number): Promise<Uint8Array>;
};

/** A file of a ZIP has other bytes than its checksum says. */
export class ZipFileChanged extends Error {
  override readonly name = "ZipFileChanged";
}

/** The bytes of a file that one read brings, and how many reads run ahead. */
const pieceBytes = 1024 * 1024;
const readAhead = 4;

/** A part of the answer: its bytes, or how they are read. `whole` is set on the parts of a file that the range has from its first to its last byte. */
type Part = {
  load: () => Promise<Uint8Array>;
  whole?: { file: ZipFile; contentFrom: number; isFirst: boolean; isLast: boolean };
};

/** The size of a ZIP. */
export function zipBytes(zip: ZipContent): number {
  return zip.filesBytes + zip.directoryBytes + directoryEndBytes(zip);
}

/** The last page that begins at `offset` or before. */
function pageAt(zip: ZipContent, by: "fileOffset" | "directoryOffset", offset: number): number {
  let [low, high] = [0, zip.pages.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((zip.pages[middle]?.[by] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The parts of a file's header and content from one byte to another. */
function* partsOfFile<File extends ZipFile>(
  file: File,
  range: { from: number; to: number; modifiedAt: number },
  readFile: ZipSource<File>["readFile"],
): Generator<Part> {
  const { from, to, modifiedAt } = range;
  const headerEnd = fileHeaderBytes(file.name);
  const isWhole = from === 0 && to === headerEnd + file.sizeBytes - 1;
  for (let at = from; at <= to; at += pieceBytes) {
    const last = Math.min(to, at + pieceBytes - 1);
    const load = async () => {
      const header = at < headerEnd ? fileHeader(file, modifiedAt).subarray(at, last + 1) : new Uint8Array();
      if (last < headerEnd) return header;
      const content = await readFile(file, Math.max(at, headerEnd) - headerEnd, last - headerEnd);
      return header.byteLength === 0 ? content : Buffer.concat([header, content]);
    };
    const contentFrom = Math.min(Math.max(headerEnd - at, 0), last - at + 1);
    yield isWhole ? { load, whole: { file, contentFrom, isFirst: at === from, isLast: last === to } } : { load };
  }
}

function partOf(bytes: Buffer, at: number, { from, to }: { from: number; to: number }): Part[] {
  const part = bytes.subarray(Math.max(0, from - at), Math.max(0, to - at + 1));
  return part.byteLength === 0 ? [] : [{ load: () => Promise.resolve(part) }];
}

async function* partsOf<File extends ZipFile>(
  zip: ZipContent,
  { from, to }: { from: number; to: number },
  source: ZipSource<File>,
): AsyncGenerator<Part> {
  const { filesBytes, directoryBytes, modifiedAt, pages } = zip;
  const firstPage = from < filesBytes ? pageAt(zip, "fileOffset", from) : pages.length;
  for (let page = firstPage; page < pages.length; page += 1) {
    let at = pages[page]?.fileOffset ?? 0;
    if (at > to) return;
    for (const file of await source.readPage(page)) {
      const end = at + fileHeaderBytes(file.name) + file.sizeBytes;
      if (end > from && at <= to) {
        const range = { from: Math.max(0, from - at), to: Math.min(to + 1, end) - at - 1, modifiedAt };
        yield* partsOfFile(file, range, (...part) => source.readFile(...part));
      }
      at = end;
    }
  }
  const firstListed = pageAt(zip, "directoryOffset", from - filesBytes);
  for (let page = firstListed; page < pages.length; page += 1) {
    const { fileOffset = 0, directoryOffset = 0 } = pages[page] ?? {};
    const at = filesBytes + directoryOffset;
    if (at > to) return;
    let offset = fileOffset;
    const entries: Buffer[] = [];
    for (const file of await source.readPage(page)) {
      entries.push(directoryEntry(file, offset, modifiedAt));
      offset += fileHeaderBytes(file.name) + file.sizeBytes;
    }
    yield* partOf(Buffer.concat(entries), at, { from, to });
  }
  yield* partOf(directoryEnd(zip), filesBytes + directoryBytes, { from, to });
}

/**
 * Yields the bytes of a ZIP from one to another, which both count. Reads some files ahead, so that it holds a few
 * megabytes, whatever the size. Throws before the last bytes of a file whose content has changed, if the range has the whole file.
 */
export async function* readZip<File extends ZipFile>(
  zip: ZipContent,
  range: { from: number; to: number },
  source: ZipSource<File>,
): AsyncGenerator<Uint8Array> {
  const loading: { part: Part; bytes: Promise<Uint8Array> }[] = [];
  let checksum = 0;

  async function next(): Promise<Uint8Array> {
    const first = loading.shift();
    if (!first) return new Uint8Array();
    const bytes = await first.bytes;
    const { whole } = first.part;
    if (whole) {
      checksum = crc32(bytes.subarray(whole.contentFrom), whole.isFirst ? 0 : checksum);
      if (whole.isLast && checksum !== whole.file.crc32)
        throw new ZipFileChanged(`the file ${whole.file.name} has other bytes than it had`);
    }
    return bytes;
  }

  for await (const part of partsOf(zip, range, source)) {
    const bytes = part.load();
    // The error is thrown when it is its turn.
    bytes.catch(() => undefined);
    loading.push({ part, bytes });
    if (loading.length > readAhead) yield await next();
  }
  while (loading.length > 0) yield await next();
}
