import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { isNativeError } from "node:util/types";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { onLinux, proofOr, randomFrom } from "@platen/testing";
import { readFontFile } from "./font-file.ts";
import { readFontSet } from "./font-set.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "platen-font-files-"));
});
afterAll(() => rm(folder, { recursive: true }));

const builtIn = (name: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${name}`));
const tinos = builtIn("tinos/400Regular/Tinos_400Regular.ttf");

function has(characters: readonly number[], character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  return characters.some((first, index) => index % 2 === 0 && first <= code && code <= (characters[index + 1] ?? 0));
}

async function readBytes(bytes: Buffer) {
  const path = join(folder, "font.ttf");
  await writeFile(path, bytes);
  return readFontFile(path);
}

const u16 = (...numbers: number[]) => Buffer.from(numbers.flatMap((number) => [(number >> 8) & 255, number & 255]));
const u32 = (...numbers: number[]) => u16(...numbers.flatMap((number) => [number >>> 16, number & 0xffff]));
const utf16 = (text: string) => Buffer.from(text, "utf16le").swap16();

/** A font with one name and one table of characters. */
function fontWith(subtable: Buffer, family = utf16("Test"), { platform = 3, encoding = 1 } = {}): Buffer {
  const name = Buffer.concat([u16(0, 1, 18, platform, encoding, 0x409, 1, family.length, 0), family]);
  const cmap = Buffer.concat([u16(0, 1, platform, encoding), u32(12), subtable]);
  const start = 12 + 2 * 16;
  const record = (tag: string, offset: number, length: number) =>
    Buffer.concat([Buffer.from(tag), u32(0, offset, length)]);
  const records = [record("cmap", start + name.length, cmap.length), record("name", start, name.length)];
  return Buffer.concat([u32(0x1_0000), u16(2, 0, 0, 0), ...records, name, cmap]);
}

const groups = (...list: [first: number, last: number, glyph: number][]) =>
  Buffer.concat([u16(12, 0), u32(16 + list.length * 12, 0, list.length), ...list.map((group) => u32(...group))]);

/** Segments whose glyphs are computed. */
const segments = (...list: [first: number, last: number, delta: number][]) =>
  Buffer.concat([
    u16(4, 0, 0, list.length * 2, 0, 0, 0),
    u16(...list.map(([, last]) => last), 0),
    u16(...list.map(([first]) => first)),
    u16(...list.map(([, , delta]) => delta)),
    u16(...list.map(() => 0)),
  ]);

describe("a font file", () => {
  test.each([
    ["tinos/400Regular/Tinos_400Regular.ttf", "Tinos", "A€→א\u202f", "漢अ🧿"],
    ["noto-sans-devanagari/700Bold/NotoSansDevanagari_700Bold.ttf", "Noto Sans Devanagari", "Aअ\u0942", "א漢"],
    ["noto-sans-math/400Regular/NotoSansMath_400Regular.ttf", "Noto Sans Math", "𝔸∮", "漢א"],
    ["inter/600SemiBold/Inter_600SemiBold.ttf", "Inter SemiBold", "Aż€", "א漢"],
  ])("%s names %s, has %s and lacks %s", async (file, family, present, absent) => {
    const { families, characters } = await readFontFile(builtIn(file));
    expect(families).toContain(family);
    expect([...present].filter((character) => !has(characters, character))).toEqual([]);
    expect([...absent].filter((character) => has(characters, character))).toEqual([]);
  });

  test("has the names and characters of its tables", async () => {
    const font = await readBytes(fontWith(groups([0x41, 0x43, 7], [0x1_f9ff, 0x1_f9ff, 3]), utf16("漢字 Test")));
    expect(font).toEqual({ families: ["漢字 Test"], characters: [0x41, 0x43, 0x1_f9ff, 0x1_f9ff] });
    const macintosh = fontWith(segments([0x41, 0x43, 1], [0xffff, 0xffff, 1]), Buffer.from("Test"), { platform: 1 });
    expect(await readBytes(macintosh)).toEqual({ families: ["Test"], characters: [] });
  });

  test("does not have a character with the glyph 0, which is a box", async () => {
    expect((await readBytes(fontWith(groups([0x41, 0x43, 0])))).characters).toEqual([0x42, 0x43]);
    const computed = fontWith(segments([0x41, 0x43, 0x1_0000 - 0x42], [0xffff, 0xffff, 1]));
    expect((await readBytes(computed)).characters).toEqual([0x41, 0x41, 0x43, 0x43]);
  });

  const collection = (count: number) => Buffer.concat([Buffer.from("ttcf"), u32(0x1_0000, count), Buffer.alloc(64)]);
  test.each<[what: string, font: Buffer, error: RegExp]>([
    ["that is empty", Buffer.alloc(0), /cut off/],
    ["that is a text", Buffer.from("no font at all, but a text of some length"), /cut off/],
    ["of four thousand million fonts", collection(0xffff_ffff), /too many fonts/],
    ["with 1,000 fonts that are not there", collection(1_000), /cut off/],
    ["with a table of four thousand million bytes", fontWith(groups()).fill(0xff, 24, 28), /too long/],
    ["whose table is behind its end", fontWith(groups()).fill(0x7f, 20, 24), /cut off/],
    ["with more groups than bytes", fontWith(groups([1, 2, 3]).fill(0x7f, 12, 16)), /out of range|outside/],
    [
      "with groups that overlap",
      fontWith(groups(...Array.from({ length: 3 }, () => [0, 0x10_ffff, 1] as [number, number, number]))),
      /overlap/,
    ],
    ["with segments that overlap", fontWith(segments([0, 0xfffe, 1], [0, 0xfffe, 1], [0xffff, 0xffff, 1])), /overlap/],
    ["without characters", Buffer.concat([u32(0x1_0000), u16(0, 0, 0, 0)]), /no names or no characters/],
  ])("%s is refused", async (_what, font, error) => {
    await expect(readBytes(font)).rejects.toThrow(error);
  });

  onLinux(test)("that is a named pipe is refused, and not waited for", async () => {
    const path = join(folder, "pipe.ttf");
    await promisify(execFile)("mkfifo", [path]);
    await expect(readFontFile(path)).rejects.toThrow(/invalid seek|cut off/);
  });

  test("with any damage is read or refused, within its limits", async () => {
    const random = randomFrom(1);
    const sound = await readFile(tinos);
    const outcomes = new Set<string>();
    for (let damage = 0; damage < proofOr(2_000, 60); damage += 1) {
      const bytes = Buffer.from(sound.subarray(0, random() < 0.3 ? Math.floor(random() * sound.length) : sound.length));
      // The directory is at the start. The rest of the damage hits the tables.
      const directory = Math.min(400, bytes.length);
      for (let hit = 0; hit < 4; hit += 1)
        bytes[Math.floor(random() * (hit < 2 ? directory : bytes.length))] = Math.floor(random() * 256);
      try {
        const { characters } = await readBytes(bytes);
        outcomes.add("read");
        expect(characters.every((character) => character <= 0x10_ffff)).toBe(true);
      } catch (error) {
        outcomes.add("refused");
        expect(isNativeError(error)).toBe(true);
      }
    }
    expect([...outcomes].toSorted()).toEqual(["read", "refused"]);
  });
});

test("a file that cannot be read is named, and the others are read", async () => {
  const broken = join(folder, "broken.ttf");
  await writeFile(broken, "broken");
  const unreadable: string[] = [];
  const fonts = await readFontSet([broken, tinos, join(folder, "gone.ttf")], (path) => void unreadable.push(path));
  expect([unreadable, fonts.families]).toEqual([[broken, join(folder, "gone.ttf")], ["tinos"]]);
  expect(has(fonts.characters, "€")).toBe(true);
});
