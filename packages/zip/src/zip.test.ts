import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { isProof, proofOr, randomFrom } from "@platen/testing";
import {
  directoryEntryBytes,
  fileHeaderBytes,
  readZip,
  zipBytes,
  ZipFileChanged,
  type ZipContent,
  type ZipFile,
} from "./index.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-zip-"));
});
afterAll(() => rm(folder, { recursive: true }));

const modifiedAt = Date.parse("2026-11-25T10:20:30Z");
const filesPerPage = 50;

/** A ZIP of files, as a service describes it that has their names, sizes and checksums. */
function zipOf<File extends ZipFile>(files: readonly File[]) {
  const zip = {
    files: files.length,
    filesBytes: 0,
    directoryBytes: 0,
    modifiedAt,
    pages: [] as { fileOffset: number; directoryOffset: number }[],
  };
  for (const [index, { name, sizeBytes }] of files.entries()) {
    if (index % filesPerPage === 0) zip.pages.push({ fileOffset: zip.filesBytes, directoryOffset: zip.directoryBytes });
    zip.directoryBytes += directoryEntryBytes(name, zip.filesBytes);
    zip.filesBytes += fileHeaderBytes(name) + sizeBytes;
  }
  const readPage = async (page: number) => files.slice(page * filesPerPage, (page + 1) * filesPerPage);
  return { zip: zip as ZipContent, readPage };
}

/** Content that differs from file to file, of any size, without being held. */
function contentOf(seed: number, from: number, to: number): Uint8Array {
  const block = Buffer.alloc(64 * 1024, `${seed}%PDF`);
  const bytes = Buffer.allocUnsafe(to - from + 1);
  for (let at = from; at <= to;) {
    const start = at % block.byteLength;
    at += block.copy(bytes, at - from, start, Math.min(block.byteLength, start + to - at + 1));
  }
  return bytes;
}
type Numbered = ZipFile & { seed: number };
function numbered(seed: number, name: string, sizeBytes: number): Numbered {
  return { seed, name, sizeBytes, crc32: sizeBytes === 0 ? 0 : crc32(contentOf(seed, 0, sizeBytes - 1)) };
}
const readFile = async ({ seed }: ZipFile & { seed?: number }, from: number, to: number) =>
  contentOf(seed ?? 0, from, to);

function reader(files: readonly Numbered[]) {
  const { zip, readPage } = zipOf(files);
  const source = { readPage, readFile };
  return { zip, read: (from = 0, to = zipBytes(zip) - 1) => readZip(zip, { from, to }, source) };
}
async function collect(bytes: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return Buffer.concat(pieces);
}

const listInPython = `
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert not archive.testzip()
print(json.dumps([[f.filename, f.file_size, f.CRC, list(f.date_time)] for f in archive.infolist()]))`;
function list(path: string): unknown {
  return JSON.parse(execFileSync("python3", ["-c", listInPython, path], { encoding: "utf8", maxBuffer: 1e8 }));
}

test("a ZIP opens in unzip and in Python, with names in any script, sizes, checksums and dates", async () => {
  const names = ["a.pdf", "Übersicht für März.pdf", "請求書 1.pdf", "📄.pdf", `${"n".repeat(200)}.pdf`, "empty.pdf"];
  const count = proofOr(5_000, 120);
  const files = Array.from({ length: count }, (_, index) =>
    numbered(index, names[index] ?? `row ${index}.pdf`, index === 5 ? 0 : 1_000 + 7 * index),
  );
  files.push(numbered(count, "large.pdf", 2_500_000));
  const { zip, read } = reader(files);
  const path = join(folder, "some.zip");
  const bytes = await collect(read());
  expect(bytes.byteLength).toBe(zipBytes(zip));
  await writeFile(path, bytes);
  expect(execFileSync("unzip", ["-tq", path], { encoding: "utf8" })).toContain("No errors detected");
  expect(list(path)).toEqual(files.map((file) => [file.name, file.sizeBytes, file.crc32, [2026, 11, 25, 10, 20, 30]]));
});

test("each part of a ZIP has the bytes of the whole", async () => {
  const files = Array.from({ length: 130 }, (_, index) =>
    numbered(index, `${index}.pdf`, index === 60 ? 1_500_000 : index * 3),
  );
  const { zip, read } = reader(files);
  const whole = await collect(read());
  const last = zipBytes(zip) - 1;
  const random = randomFrom(3);
  const borders = [
    0,
    1,
    29,
    30,
    35,
    zip.filesBytes - 1,
    zip.filesBytes,
    zip.filesBytes + 45,
    zip.filesBytes + zip.directoryBytes,
    last,
  ];
  const ranges = borders.flatMap((from) => borders.filter((to) => to >= from).map((to) => [from, to] as const));
  for (let count = 0; count < proofOr(400, 20); count += 1) {
    const from = Math.floor(random() * last);
    ranges.push([from, from + Math.floor(random() * (last - from))]);
  }
  for (const [from, to] of ranges) {
    const part = await collect(read(from, to));
    expect([from, to, part.equals(whole.subarray(from, to + 1))]).toEqual([from, to, true]);
  }
});

describe("a file whose bytes have changed", () => {
  const files = [numbered(1, "good.pdf", 100), { ...numbered(2, "changed.pdf", 2_500_000), crc32: 1 }];

  test("breaks the ZIP off before its last bytes", async () => {
    const { zip, read } = reader(files);
    let received = 0;
    const reading = async () => {
      for await (const piece of read()) received += piece.byteLength;
    };
    await expect(reading()).rejects.toThrow(ZipFileChanged);
    expect(zip.filesBytes - received).toBeGreaterThan(100_000);
  });

  test("is not noticed in a part, which cannot be checked", async () => {
    const { zip, read } = reader(files);
    expect((await collect(read(10, zip.filesBytes - 2))).byteLength).toBe(zip.filesBytes - 11);
  });
});

test("no more than five pieces are read before the first is taken", async () => {
  const files = Array.from({ length: 20 }, (_, index) => numbered(index, `${index}.pdf`, 1_000));
  const { zip, readPage } = zipOf(files);
  let reads = 0;
  const source = {
    readPage,
    readFile: (file: Numbered, from: number, to: number) => {
      reads += 1;
      return readFile(file, from, to);
    },
  };
  await readZip(zip, { from: 0, to: zipBytes(zip) - 1 }, source).next();
  expect(reads).toBe(5);
});

const onlyInProof = isProof ? test : test.skip;

onlyInProof("more files than 16 bits count have a directory of 64 bits", async () => {
  const files = Array.from({ length: 66_000 }, (_, index) => numbered(0, `${index}`, 0));
  const { read } = reader(files);
  const path = join(folder, "many.zip");
  await writeFile(path, await collect(read()));
  expect((list(path) as unknown[]).length).toBe(66_000);
});

onlyInProof(
  "a ZIP of 4.5 GB opens in unzip and in Python",
  async () => {
    const files = Array.from({ length: 50 }, (_, index) => numbered(index, `${index}.pdf`, 90_000_000));
    const { zip, read } = reader(files);
    const path = join(folder, "large.zip");
    await pipeline(Readable.from(read()), createWriteStream(path));
    expect((await stat(path)).size).toBe(zipBytes(zip));
    expect(execFileSync("unzip", ["-tq", path], { encoding: "utf8" })).toContain("No errors detected");
    expect((list(path) as unknown[]).length).toBe(50);
  },
  600_000,
);
