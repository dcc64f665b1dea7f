import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  builtInFontFolder,
  builtInFonts,
  fallbackFamilies,
  genericFonts,
  metricAliases,
  readFontFile,
} from "@platen/engine/built-in-fonts";
import type { Plugin } from "vite";

const moduleName = "virtual:printed-fonts";
const resolvedName = `\0${moduleName}`;

/** Gaps up to this length stay in a range: a browser that asks a font in vain goes on to the next. */
const shortGap = 32;

/** The first and last code points of ranges, as CSS writes them in `unicode-range`. */
function unicodeRange(characters: readonly number[]): string {
  const ranges: { first: number; last: number }[] = [];
  for (let at = 0; at < characters.length; at += 2) {
    const [first = 0, last = first] = characters.slice(at, at + 2);
    const before = ranges.at(-1);
    if (before && first - before.last <= shortGap) before.last = last;
    else ranges.push({ first, last });
  }
  return ranges.map(({ first, last }) => `U+${first.toString(16)}-${last.toString(16)}`).join(",");
}

async function moduleText(): Promise<string> {
  const faces = await Promise.all(
    builtInFonts().map(async ({ path, ...face }, index) => {
      const { characters } = await readFontFile(path);
      return {
        file: `import url${index} from ${JSON.stringify(`${path}?url`)};`,
        face: `{ ...${JSON.stringify({ ...face, range: unicodeRange(characters) })}, url: url${index} }`,
      };
    }),
  );
  return [
    ...faces.map(({ file }) => file),
    `export const fontFaces = [${faces.map(({ face }) => face).join(",\n")}];`,
    `export const fontAliases = ${JSON.stringify({ ...metricAliases, ...genericFonts })};`,
    `export const genericFamilies = ${JSON.stringify(Object.keys(genericFonts))};`,
    `export const fallbackFamilies = ${JSON.stringify(fallbackFamilies)};`,
  ].join("\n");
}

/** The licences of the fonts, which must go with every copy of their files. */
function licences(): string {
  const families = [...new Set(builtInFonts().map(({ family }) => family))];
  return families
    .map(
      (family) => `## ${family}\n\n${readFileSync(join(builtInFontFolder(family), "LICENSE_FONT"), "utf8").trim()}\n`,
    )
    .join("\n");
}

/** Builds the files of the workers' fonts into the dashboard, and the module that lists them for the canvas. */
export function printedFonts(): Plugin {
  return {
    name: "printed-fonts",
    resolveId: (id) => (id === moduleName ? resolvedName : undefined),
    load: (id) => (id === resolvedName ? moduleText() : undefined),
    generateBundle() {
      this.emitFile({ type: "asset", fileName: "font-licenses.md", source: licences() });
    },
  };
}
