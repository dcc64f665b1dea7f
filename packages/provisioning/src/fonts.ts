import { glob } from "node:fs/promises";

/** Fonts that are too large for npm, by the files that show they are there. */
const fontFiles = {
  "Chinese, Japanese and Korean fonts": "NotoSansCJK-Regular.*",
  "emoji font": "NotoColorEmoji.*",
} as const;

export type FontName = keyof typeof fontFiles;

const folders = "{/usr/share/fonts,/usr/local/share/fonts}";

/** The fonts this machine lacks. Only Linux is looked at: elsewhere the system brings its own. */
export async function missingFonts(): Promise<FontName[]> {
  if (process.platform !== "linux") return [];
  // Object.keys loses the literal type of the table's keys.
  const names = Object.keys(fontFiles) as FontName[];
  const found = await Promise.all(names.map((name) => hasFile(`${folders}/**/${fontFiles[name]}`)));
  return names.filter((_name, index) => found[index] === false);
}

async function hasFile(pattern: string): Promise<boolean> {
  const first = await glob(pattern)[Symbol.asyncIterator]().next();
  return first.done !== true;
}
