import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { readGlyphTwins } from "./glyph-twins.ts";

const fontFile = (path: string) => fileURLToPath(import.meta.resolve(`@expo-google-fonts/${path}`));

test("characters drawn with one glyph are each other's twins, others have none", async () => {
  const twins = await readGlyphTwins([fontFile("inter/400Regular/Inter_400Regular.ttf")]);
  const code = (character: string) => character.codePointAt(0) ?? 0;
  expect(twins.get(code("’"))).toEqual(new Set([code("ʼ")]));
  expect(twins.get(code("ʼ"))).toEqual(new Set([code("’")]));
  expect(twins.get(code("A"))).toBeUndefined();
  // Alike to the eye, but glyphs of their own.
  expect(twins.get(code("А"))).toBeUndefined();
});

test("a file that is no font costs the others nothing", async () => {
  const twins = await readGlyphTwins([
    fileURLToPath(import.meta.url),
    "/does/not/exist.ttf",
    fontFile("inter/400Regular/Inter_400Regular.ttf"),
  ]);
  expect(twins.size).toBeGreaterThan(0);
});

/** Numbers of 32 bits, or texts of four letters; two of 16 bits are one of 32. */
function bytes(...values: readonly (number | string)[]): Buffer {
  return Buffer.concat(
    values.map((value) => {
      if (typeof value === "string") return Buffer.from(value, "latin1");
      const buffer = Buffer.alloc(4);
      buffer.writeUInt32BE(value);
      return buffer;
    }),
  );
}

/** A collection of two faces with one table of characters beyond 16 bits: 😀 is drawn as 🙂 is. */
function collection(): Buffer {
  const face = (start: number) => ["\0\x01\0\0", 0x1_0000, 0, "cmap", 0, start, 52] as const;
  const groups = [0x1f600, 0x1f601, 7, 0x1f642, 0x1f642, 7] as const;
  const cmap = ["\0\0\0\x01", 0x3_000a, 12, "\0\x0c\0\0", 40, 0, 2, ...groups] as const;
  return bytes("ttcf", 0x1_0000, 2, 20, 48, ...face(76), ...face(76), ...cmap);
}

test("the faces of a collection and characters beyond 16 bits are read, and of a font that is cut off nothing", async () => {
  const folder = await mkdtemp(join(tmpdir(), "glyph-twins-"));
  const [whole, cut] = [join(folder, "whole.ttc"), join(folder, "cut.ttc")];
  await writeFile(whole, collection());
  await writeFile(cut, collection().subarray(0, -6));
  expect(await readGlyphTwins([whole])).toEqual(
    new Map([
      [0x1f600, new Set([0x1f642])],
      [0x1f642, new Set([0x1f600])],
    ]),
  );
  expect(await readGlyphTwins([cut])).toEqual(new Map());
  await rm(folder, { recursive: true, force: true });
});
