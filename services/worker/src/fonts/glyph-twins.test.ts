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
