import { chmod, copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { readFontSet } from "./font-set.ts";

/** The Latin fonts of every worker, from npm packages with TrueType files and the licences of the fonts. */
const builtInFonts = {
  "@expo-google-fonts/inter": [
    "400Regular/Inter_400Regular.ttf",
    "400Regular_Italic/Inter_400Regular_Italic.ttf",
    "500Medium/Inter_500Medium.ttf",
    "600SemiBold/Inter_600SemiBold.ttf",
    "700Bold/Inter_700Bold.ttf",
    "700Bold_Italic/Inter_700Bold_Italic.ttf",
  ],
  "@expo-google-fonts/source-serif-4": [
    "400Regular/SourceSerif4_400Regular.ttf",
    "400Regular_Italic/SourceSerif4_400Regular_Italic.ttf",
    "600SemiBold/SourceSerif4_600SemiBold.ttf",
    "700Bold/SourceSerif4_700Bold.ttf",
    "700Bold_Italic/SourceSerif4_700Bold_Italic.ttf",
  ],
  "@expo-google-fonts/jetbrains-mono": ["400Regular/JetBrainsMono_400Regular.ttf", "700Bold/JetBrainsMono_700Bold.ttf"],
  // The next three have the widths of Arial, Times New Roman and Courier New, and replace them.
  "@expo-google-fonts/arimo": [
    "400Regular/Arimo_400Regular.ttf",
    "400Regular_Italic/Arimo_400Regular_Italic.ttf",
    "700Bold/Arimo_700Bold.ttf",
    "700Bold_Italic/Arimo_700Bold_Italic.ttf",
  ],
  "@expo-google-fonts/tinos": [
    "400Regular/Tinos_400Regular.ttf",
    "400Regular_Italic/Tinos_400Regular_Italic.ttf",
    "700Bold/Tinos_700Bold.ttf",
    "700Bold_Italic/Tinos_700Bold_Italic.ttf",
  ],
  "@expo-google-fonts/cousine": [
    "400Regular/Cousine_400Regular.ttf",
    "400Regular_Italic/Cousine_400Regular_Italic.ttf",
    "700Bold/Cousine_700Bold.ttf",
    "700Bold_Italic/Cousine_700Bold_Italic.ttf",
  ],
};

const regularToBold = ["400Regular", "600SemiBold", "700Bold"];
const regularAndBold = ["400Regular", "700Bold"];

/** The faces of each font for one script, by its family. */
const scriptFonts = {
  "Noto Sans Arabic": regularToBold,
  "Noto Sans Hebrew": regularToBold,
  "Noto Sans Devanagari": regularToBold,
  "Noto Sans Thai": regularToBold,
  "Noto Sans Armenian": regularAndBold,
  "Noto Sans Bengali": regularAndBold,
  "Noto Sans Ethiopic": regularAndBold,
  "Noto Sans Georgian": regularAndBold,
  "Noto Sans Gujarati": regularAndBold,
  "Noto Sans Gurmukhi": regularAndBold,
  "Noto Sans Kannada": regularAndBold,
  "Noto Sans Khmer": regularAndBold,
  "Noto Sans Lao": regularAndBold,
  "Noto Sans Malayalam": regularAndBold,
  "Noto Sans Myanmar": regularAndBold,
  "Noto Sans Oriya": regularAndBold,
  "Noto Sans Sinhala": regularAndBold,
  "Noto Sans Tamil": regularAndBold,
  "Noto Sans Telugu": regularAndBold,
  "Noto Serif Tibetan": regularAndBold,
};

/** Fonts with signs that the fonts for scripts lack. */
const symbolFonts = { "Noto Sans Symbols 2": ["400Regular"], "Noto Sans Math": ["400Regular"] };

/** All files of the built-in fonts, by package. */
const builtInFiles = {
  ...builtInFonts,
  ...Object.fromEntries(
    Object.entries({ ...scriptFonts, ...symbolFonts }).map(([family, faces]) => [
      `@expo-google-fonts/${family.toLowerCase().replaceAll(" ", "-")}`,
      faces.map((face) => `${face}/${family.replaceAll(" ", "")}_${face}.ttf`),
    ]),
  ),
};

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
  const copies = Object.entries(builtInFiles).flatMap(([name, files]) => {
    const source = dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`)));
    return files.map(async (file) => {
      const target = join(folder, basename(file));
      await copyFile(join(source, file), target);
      await chmod(target, 0o644);
    });
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

const metricAliases = {
  Arial: "Arimo",
  Helvetica: "Arimo",
  "Times New Roman": "Tinos",
  Times: "Tinos",
  "Courier New": "Cousine",
  Courier: "Cousine",
};

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
    alias(name, [...cjk.map(({ suffix }) => `${family} ${suffix}`), ...Object.keys(symbolFonts)]),
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
