import { glob } from "node:fs/promises";

/** Fonts that are too large for npm, each with a file that proves it is installed. */
const fontFiles = {
  "Chinese, Japanese and Korean fonts": "NotoSansCJK-Regular.*",
  "emoji font": "NotoColorEmoji.*",
} as const;

export type FontName = keyof typeof fontFiles;

const folders = "{/usr/share/fonts,/usr/local/share/fonts}";

/** Returns the fonts that this machine lacks. Other systems than Linux bring their own. */
export async function missingFonts(): Promise<FontName[]> {
  if (process.platform !== "linux") return [];
  // Object.keys returns string[], and the keys are FontNames.
  const names = Object.keys(fontFiles) as FontName[];
  const found = await Promise.all(names.map((name) => hasFile(`${folders}/**/${fontFiles[name]}`)));
  return names.filter((_name, index) => found[index] === false);
}

async function hasFile(pattern: string): Promise<boolean> {
  const first = await glob(pattern)[Symbol.asyncIterator]().next();
  return first.done !== true;
}
