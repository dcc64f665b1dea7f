import { readFontFile, type FontFile } from "./font-file.ts";

const codePoints = 0x11_0000;

/**
 * Reads the fonts of files together: their families in lower case, and the characters that any of them has. Passes the
 * path of each file that it cannot read to `onUnreadable`, and leaves it out.
 */
export async function readFontSet(paths: readonly string[], onUnreadable: (path: string) => void): Promise<FontFile> {
  const families = new Set<string>();
  const covered = new Uint8Array(codePoints + 1);
  for (const path of paths) {
    try {
      const { families: names, characters } = await readFontFile(path);
      for (const name of names) families.add(name.toLowerCase());
      for (let at = 0; at < characters.length; at += 2) {
        covered.fill(1, characters[at], (characters[at + 1] ?? 0) + 1);
      }
    } catch {
      onUnreadable(path);
    }
  }
  return { families: [...families], characters: rangesIn(covered) };
}

function rangesIn(covered: Uint8Array): number[] {
  const ranges: number[] = [];
  for (let first = covered.indexOf(1); first !== -1;) {
    const end = covered.indexOf(0, first);
    ranges.push(first, end - 1);
    first = covered.indexOf(1, end);
  }
  return ranges;
}
