/** A file of a ZIP, stored without compression: PDFs are compressed already. */
export type ZipFile = { name: string; sizeBytes: number; crc32: number };

/** Larger values are in 64 bits elsewhere (zip64), where these fields have this. */
const most32 = 0xffff_ffff;
const most16 = 0xffff;

const headerBytes = 30;
const entryBytes = 46;
const entryExtraBytes = 12;
const endBytes = 22;
const end64Bytes = 56;
const locatorBytes = 20;

const version = { stored: 10, zip64: 45 };
/** The name is UTF-8. */
const utf8 = 0x0800;
/** Written by a Unix, whose rights the file has: read by all, written by the owner. */
const madeByUnix = 3 << 8;
const rights = 0o100644;

/** The bytes before the content of a file. */
export function fileHeaderBytes(name: string): number {
  return headerBytes + Buffer.byteLength(name);
}

/** The bytes of a file's entry in the directory. */
export function directoryEntryBytes(name: string, offset: number): number {
  return entryBytes + Buffer.byteLength(name) + (offset >= most32 ? entryExtraBytes : 0);
}

type Directory = { files: number; filesBytes: number; directoryBytes: number };

function isZip64({ files, filesBytes, directoryBytes }: Directory): boolean {
  return files >= most16 || filesBytes >= most32 || directoryBytes >= most32;
}

/** The bytes behind the entries of the directory. */
export function directoryEndBytes(directory: Directory): number {
  return endBytes + (isZip64(directory) ? end64Bytes + locatorBytes : 0);
}

/** The time of files in ZIPs: two seconds are one, and years begin in 1980. */
function dosTime(at: number): { time: number; date: number } {
  const date = new Date(Math.max(at, Date.UTC(1980)));
  return {
    time: (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1),
    date: ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate(),
  };
}

/** Writes the fields that a file's header and its entry in the directory share. Returns where they end. */
function writeFile(buffer: Buffer, at: number, { name, sizeBytes, crc32 }: ZipFile, modifiedAt: number): number {
  const { time, date } = dosTime(modifiedAt);
  buffer.writeUInt16LE(utf8, at);
  buffer.writeUInt16LE(time, at + 4);
  buffer.writeUInt16LE(date, at + 6);
  buffer.writeUInt32LE(crc32, at + 8);
  buffer.writeUInt32LE(sizeBytes, at + 12);
  buffer.writeUInt32LE(sizeBytes, at + 16);
  buffer.writeUInt16LE(Buffer.byteLength(name), at + 20);
  return at + 22;
}

/** Writes what is before the content of a file. */
export function fileHeader(file: ZipFile, modifiedAt: number): Buffer {
  const buffer = Buffer.alloc(fileHeaderBytes(file.name));
  buffer.writeUInt32LE(0x0403_4b50, 0);
  buffer.writeUInt16LE(version.stored, 4);
  writeFile(buffer, 6, file, modifiedAt);
  buffer.write(file.name, headerBytes);
  return buffer;
}

/** Writes the entry of a file in the directory. `offset` is where its header begins. */
export function directoryEntry(file: ZipFile, offset: number, modifiedAt: number): Buffer {
  const isFar = offset >= most32;
  const buffer = Buffer.alloc(directoryEntryBytes(file.name, offset));
  buffer.writeUInt32LE(0x0201_4b50, 0);
  buffer.writeUInt16LE(madeByUnix | version.zip64, 4);
  buffer.writeUInt16LE(isFar ? version.zip64 : version.stored, 6);
  const rest = writeFile(buffer, 8, file, modifiedAt);
  buffer.writeUInt16LE(isFar ? entryExtraBytes : 0, rest);
  buffer.writeUInt32LE((rights << 16) >>> 0, rest + 8);
  buffer.writeUInt32LE(isFar ? most32 : offset, rest + 12);
  const nameEnd = entryBytes + buffer.write(file.name, entryBytes);
  if (isFar) {
    buffer.writeUInt16LE(1, nameEnd);
    buffer.writeUInt16LE(8, nameEnd + 2);
    buffer.writeBigUInt64LE(BigInt(offset), nameEnd + 4);
  }
  return buffer;
}

/** Writes what is behind the entries of the directory. */
export function directoryEnd(directory: Directory): Buffer {
  const { files, filesBytes, directoryBytes } = directory;
  const buffer = Buffer.alloc(directoryEndBytes(directory));
  let at = 0;
  if (isZip64(directory)) {
    buffer.writeUInt32LE(0x0606_4b50, 0);
    buffer.writeBigUInt64LE(BigInt(end64Bytes - 12), 4);
    buffer.writeUInt16LE(madeByUnix | version.zip64, 12);
    buffer.writeUInt16LE(version.zip64, 14);
    for (const field of [24, 32]) buffer.writeBigUInt64LE(BigInt(files), field);
    buffer.writeBigUInt64LE(BigInt(directoryBytes), 40);
    buffer.writeBigUInt64LE(BigInt(filesBytes), 48);
    buffer.writeUInt32LE(0x0706_4b50, end64Bytes);
    buffer.writeBigUInt64LE(BigInt(filesBytes + directoryBytes), end64Bytes + 8);
    buffer.writeUInt32LE(1, end64Bytes + 16);
    at = end64Bytes + locatorBytes;
  }
  buffer.writeUInt32LE(0x0605_4b50, at);
  for (const field of [8, 10]) buffer.writeUInt16LE(Math.min(files, most16), at + field);
  buffer.writeUInt32LE(Math.min(directoryBytes, most32), at + 12);
  buffer.writeUInt32LE(Math.min(filesBytes, most32), at + 16);
  return buffer;
}
