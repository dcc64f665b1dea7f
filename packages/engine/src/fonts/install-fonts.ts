import { chmod, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { builtInFonts, metricAliases, symbolFamilies } from "./built-in-fonts.ts";
import { readFontSet } from "./font-set.ts";

/** Fonts too large for npm, with the start of their file's name and their Debian package. */
const systemFonts = [
  { file: "NotoSansCJK-Regular.", package: "fonts-noto-cjk", script: "Chinese, Japanese and Korean" },
  { file: "NotoColorEmoji.", package: "fonts-noto-color-emoji", script: "emoji" },
];

const fontFile = /\.(?:ttf|otf|ttc|otc)$/i;

const systemFontFolders = ["/usr/share/fonts", "/usr/local/share/fonts"];

export type InstalledFonts = {
  /** The fontconfig file, which the browser reads through FONTCONFIG_FILE. */
  configPath: string;
  /** Scripts without a font on this machine, with the Debian package that has one. */
  missing: { script: string; package: string }[];
  /** The families and characters of the fonts, for `readKnownFonts`. */
  knownFontsPath: string;
  /** Files of the machine and of the operator that have no fonts which Platen can read. */
  unreadable: string[];
};

/**
 * Copies the built-in fonts to `folder` and writes a fontconfig file beside them. The copies are readable for all
 * users, because the browser's user may not be allowed to enter the folders of the packages. `ownFolder` has fonts of
 * the operator, which are not copied.
 */
export async function installFonts(folder: string, cacheFolder: string, ownFolder?: string): Promise<InstalledFonts> {
  const ownFolders = ownFolder === undefined ? [] : [ownFolder];
  await mkdir(folder);
  const copies = builtInFonts().map(async ({ path }) => {
    const target = join(folder, basename(path));
    await copyFile(path, target);
    await chmod(target, 0o644);
  });
  await Promise.all(copies);
  const configPath = join(folder, "fonts.conf");
  await writeFile(configPath, fontconfig([folder, ...ownFolders, ...systemFontFolders], cacheFolder));
  await chmod(folder, 0o755);
  const [onMachine, own] = await Promise.all([filesIn(systemFontFolders), filesIn(ownFolders)]);
  const found = systemFonts.map((font) => ({
    font,
    path: [...own, ...onMachine].find((path) => basename(path).startsWith(font.file)),
  }));
  const paths = [...(await filesIn([folder])), ...own, ...onMachine].filter((path) => fontFile.test(path));
  const unreadable: string[] = [];
  const { families, characters } = await readFontSet(paths, (path) => void unreadable.push(path));
  const aliases = Object.keys(metricAliases).map((name) => name.toLowerCase());
  const knownFontsPath = join(folder, "known-fonts.json");
  await writeFile(knownFontsPath, JSON.stringify({ families: [...families, ...aliases], characters }));
  return {
    configPath,
    knownFontsPath,
    unreadable,
    missing: found
      .filter(({ path }) => path === undefined)
      .map(({ font }) => ({ script: font.script, package: font.package })),
  };
}

async function filesIn(folders: readonly string[]): Promise<string[]> {
  const paths: string[] = [];
  for (const folder of folders) {
    try {
      paths.push(...(await readdir(folder, { recursive: true })).map((path) => join(folder, path)));
    } catch {
      // The machine does not have this folder.
    }
  }
  return paths;
}

// Each family in this list costs every document time, even documents in other scripts. All of them cost an invoice 2 %.
// The list has the families whose characters fonts of the machine may have too. Chromium finds the others by their
// characters.
const otherScripts = ["Arabic", "Hebrew", "Devanagari", "Thai", "Lao", "Georgian", "Armenian"].map(
  (script) => `Noto Sans ${script}`,
);
const genericFamilies = {
  "sans-serif": ["Inter", ...otherScripts],
  serif: ["Source Serif 4", ...otherScripts],
  monospace: ["JetBrains Mono", ...otherScripts],
};

/** Families of one design whose glyphs differ by language. The first one is for text without a language. */
const cjk = [
  { language: "zh-cn", suffix: "SC" },
  { language: "zh-tw", suffix: "TC" },
  { language: "zh-hk", suffix: "HK" },
  { language: "ja", suffix: "JP" },
  { language: "ko", suffix: "KR" },
];
const cjkFamily = { "sans-serif": "Noto Sans CJK", serif: "Noto Serif CJK", monospace: "Noto Sans Mono CJK" };

// Leaves out the machine's own fontconfig rules, so that a document looks the same on every worker.
function fontconfig(folders: readonly string[], cacheFolder: string): string {
  const generic = Object.entries(genericFamilies).map(([name, list]) => alias(name, [...list, "Noto Color Emoji"]));
  const byLanguage = Object.entries(cjkFamily).flatMap(([name, family]) =>
    cjk.map(({ language, suffix }) => languageRule(name, language, `${family} ${suffix}`)),
  );
  const anyLanguage = Object.entries(cjkFamily).map(([name, family]) =>
    // Signs come last: Chinese and Japanese fonts have signs that match their letters.
    alias(name, [...cjk.map(({ suffix }) => `${family} ${suffix}`), ...symbolFamilies]),
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
${folders.map((folder) => `<dir>${escapeXml(folder)}</dir>`).join("\n")}
<cachedir>${escapeXml(cacheFolder)}</cachedir>
${Object.entries(metricAliases)
  .map(([name, family]) => metricAlias(name, family))
  .join("\n")}
${withoutFamily}
${[...generic, ...byLanguage, ...anyLanguage].join("\n")}
${alias("emoji", ["Noto Color Emoji"])}
</fontconfig>
`;
}

// A search for any font with a character names no family. This rule gives it the order of sans-serif.
const withoutFamily = `<match target="pattern">
<test qual="all" name="family" compare="not_eq"><string>sans-serif</string></test>
<test qual="all" name="family" compare="not_eq"><string>serif</string></test>
<test qual="all" name="family" compare="not_eq"><string>monospace</string></test>
<edit name="family" mode="append_last"><string>sans-serif</string></edit>
</match>`;

function alias(name: string, list: readonly string[]): string {
  return `<alias><family>${name}</family><prefer>${list.map((family) => `<family>${family}</family>`).join("")}</prefer></alias>`;
}

// "same" makes the browser accept the font as the family itself. It would refuse a mere substitute.
function metricAlias(name: string, family: string): string {
  return `<alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`;
}

function languageRule(name: string, language: string, family: string): string {
  return `<match target="pattern">
<test name="lang" compare="contains"><string>${language}</string></test>
<test name="family"><string>${name}</string></test>
<edit name="family" mode="prepend"><string>${family}</string></edit>
</match>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
