import { Unzip, UnzipInflate } from "fflate";
import { ImportError } from "../import-error.ts";
import type { ReportRow } from "../report.ts";
import { isClutter, normalName, type ImportFile } from "./import-file.ts";

/** The most files of an archive. */
export const maxEntries = 500;
/** The most bytes of all files of an archive, counted while they are unpacked. */
export const maxUnpackedBytes = 100_000_000;

/** A piece of an archive unpacks to at most a thousand times its size, so that the count comes in time. */
const pieceBytes = 16_384;

export function isArchive(bytes: Uint8Array): boolean {
  return startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]) || startsWith(bytes, [0x50, 0x4b, 0x05, 0x06]);
}

const nestedArchives: readonly (readonly number[])[] = [
  [0x1f, 0x8b],
  [0x52, 0x61, 0x72, 0x21],
  [0x37, 0x7a, 0xbc, 0xaf],
];

/** Whether bytes are an archive of a common kind. None inside of an archive is opened. */
export function isAnyArchive(bytes: Uint8Array): boolean {
  return isArchive(bytes) || nestedArchives.some((start) => startsWith(bytes, start));
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/** Unpacks a ZIP. Throws an ImportError if it is damaged or exceeds a limit. */
export function unpackArchive(bytes: Uint8Array, rows: ReportRow[]): ImportFile[] {
  const files: ImportFile[] = [];
  let [entries, unpacked, unfinished] = [0, 0, 0];
  const unzip = new Unzip((entry) => {
    entries += 1;
    if (entries > maxEntries) throw new ImportError(`The ZIP has more than ${maxEntries} files.`);
    if (entry.name.endsWith("/") || isClutter(entry.name)) return;
    const name = normalName(entry.name);
    if (name === undefined) {
      rows.push({ kind: "file", subject: entry.name, outcome: "skipped", message: "Its name leaves the folder." });
      return;
    }
    const pieces: Uint8Array[] = [];
    unfinished += 1;
    entry.ondata = (error, piece, isLast) => {
      if (error) throw error;
      unpacked += piece.length;
      if (unpacked > maxUnpackedBytes) {
        throw new ImportError(`The ZIP unpacks to more than ${maxUnpackedBytes / 1_000_000} MB.`);
      }
      pieces.push(piece);
      if (!isLast) return;
      unfinished -= 1;
      files.push({ name, bytes: joined(pieces) });
    };
    entry.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let at = 0; at < bytes.length; at += pieceBytes) {
      unzip.push(bytes.subarray(at, at + pieceBytes), at + pieceBytes >= bytes.length);
    }
  } catch (error) {
    if (error instanceof ImportError) throw error;
    throw new ImportError(
      "The ZIP is damaged, has a password, or packs its files in a way that Platen does not know.",
      {
        cause: error,
      },
    );
  }
  if (unfinished > 0) throw new ImportError("The ZIP ends in the middle of a file.");
  return files;
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.length;
  }
  return all;
}
