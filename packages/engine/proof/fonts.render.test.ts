import { chmod, copyFile, mkdir, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onlyIf, onLinux, pdfFonts, pdfText } from "@platen/testing";
import { describe, expect, test } from "@jest/globals";
import { z } from "zod";
import { engineForFile } from "./engine-for-file.ts";
import { startTestEngine } from "./test-engine.ts";
import { fallbackFamilies, genericFonts, metricAliases } from "../src/fonts/built-in-fonts.ts";
import { installFonts } from "../src/fonts/install-fonts.ts";

const probe = await mkdtemp(join(tmpdir(), "platen-fonts-"));
const { missing } = await installFonts(join(probe, "fonts"), join(probe, "cache"));
await rm(probe, { recursive: true });
const withFont = (script: string) => onlyIf(!missing.some((font) => font.script === script));

const engine = engineForFile({ concurrency: 1 });

async function print(html: string) {
  const { pdf } = await engine.printHtml(`<!doctype html><meta charset="utf-8">${html}`);
  return { text: (await pdfText(pdf)).join("\n"), fonts: await pdfFonts(pdf) };
}

const latinGreekCyrillic = "Ærøskøbing naïve Łódź Ελληνικά μΩΔ Кириллица it’s “so”";

// Other systems have no fontconfig, so there the engine has the fonts of the machine, too.
onLinux(describe)("built-in fonts", () => {
  test.each([
    ["Inter", "Inter-Regular"],
    ["'Source Serif 4'", "SourceSerif4-Regular"],
    ["'JetBrains Mono'", "JetBrainsMono-Regular"],
    ["initial", `${fallbackFamilies[0]}-Regular`],
    // The canvas of the dashboard has rules for these.
    ...Object.entries({ ...genericFonts, ...metricAliases }).map(
      ([family, printed]) => [family, `${printed}-Regular`] as const,
    ),
  ])("Latin, Greek and Cyrillic in %s are set in %s", async (family, name) => {
    const { text, fonts } = await print(`<p style="font-family: ${family}">${latinGreekCyrillic}`);
    expect(text.trim()).toBe(latinGreekCyrillic);
    expect(fonts).toEqual([{ name: expect.stringMatching(new RegExp(`\\+${name}$`)), isEmbedded: true }]);
  });

  test.each([
    ["500", "normal", "Inter-Medium"],
    ["600", "normal", "Inter-SemiBold"],
    ["700", "normal", "Inter-Bold"],
    ["400", "italic", "Inter-Italic"],
    ["700", "italic", "Inter-BoldItalic"],
  ])("weight %s %s has its own face", async (weight, style, name) => {
    const { fonts } = await print(`<p style="font: ${style} ${weight} 12px Inter">Text`);
    expect(fonts).toEqual([{ name: expect.stringMatching(new RegExp(`\\+${name}$`)), isEmbedded: true }]);
  });

  test("Hebrew has its own font", async () => {
    const { fonts } = await print(`<p dir="rtl" style="font-family: Inter, 'Noto Sans Hebrew'">שלום עולם`);
    expect(fonts).toContainEqual({ name: expect.stringMatching(/\+NotoSansHebrew-Regular$/), isEmbedded: true });
  });

  const otherScripts: [script: string, text: string, name: string][] = [
    ["Arabic", "مرحبا", "NotoSansArabic"],
    ["Armenian", "Հայերեն", "NotoSansArmenian"],
    ["Bengali", "বাংলা", "NotoSansBengali"],
    ["Burmese", "မြန်မာ", "NotoSansMyanmar"],
    ["Devanagari", "हिन्दी", "NotoSansDevanagari"],
    ["Ethiopic", "አማርኛ", "NotoSansEthiopic"],
    ["Georgian", "ქართული", "NotoSansGeorgian"],
    ["Gujarati", "ગુજરાતી", "NotoSansGujarati"],
    ["Gurmukhi", "ਪੰਜਾਬੀ", "NotoSansGurmukhi"],
    ["Kannada", "ಕನ್ನಡ", "NotoSansKannada"],
    ["Khmer", "ភាសាខ្មែរ", "NotoSansKhmer"],
    ["Lao", "ລາວ", "NotoSansLao"],
    ["Malayalam", "മലയാളം", "NotoSansMalayalam"],
    ["Odia", "ଓଡ଼ିଆ", "NotoSansOriya"],
    ["Sinhala", "සිංහල", "NotoSansSinhala"],
    ["Tamil", "தமிழ்", "NotoSansTamil"],
    ["Telugu", "తెలుగు", "NotoSansTelugu"],
    ["Thai", "ภาษาไทย", "NotoSansThai"],
    ["Tibetan", "བོད་ཡིག", "NotoSerifTibetan"],
  ];

  test.each(otherScripts)(
    "%s is printed and reads back in its font without a template naming it, and has a bold face",
    async (_script, text, name) => {
      const face = (weight: string) => [
        { name: expect.stringMatching(new RegExp(`\\+${name}-${weight}$`)), isEmbedded: true },
      ];
      for (const family of ["Inter", "sans-serif", "serif", "monospace"]) {
        const printed = await print(`<p style="font-family: ${family}">${text}`);
        expect(printed.fonts).toEqual(face("Regular"));
        expect(printed.text).toBe(text);
      }
      const family = name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, " ");
      const bold = await print(`<b style="font-family: Inter, '${family}'">${text}`);
      expect(bold.fonts).toEqual(face("Bold"));
    },
  );

  test("common signs are printed with the built-in fonts alone", async () => {
    const { text, fonts } = await print(`<p style="font-family: Inter">☐☑☒✓✔✗✘★☆→←⇒⚠☎✉₹₿₽№½⅓∑√≤≠≈∞∫∂∈∀⌀℃■▲●♪✂⬆➜⟶⁵₂`);
    expect(text.replaceAll(/\s/g, "")).toBe("☐☑☒✓✔✗✘★☆→←⇒⚠☎✉₹₿₽№½⅓∑√≤≠≈∞∫∂∈∀⌀℃■▲●♪✂⬆➜⟶⁵₂");
    for (const name of ["NotoSansSymbols2", "NotoSansMath"]) {
      expect(fonts).toContainEqual({ name: expect.stringContaining(name), isEmbedded: true });
    }
  });
});

// Chromium embeds these fonts as single glyphs without a name.
describe("fonts of the machine", () => {
  const cjk = withFont("Chinese, Japanese and Korean")(test);
  cjk.each([
    ["Simplified Chinese", "zh-Hans", "简体中文门户网站"],
    ["Traditional Chinese", "zh-Hant", "繁體中文圖書館"],
    ["Japanese", "ja", "日本語ひらがなカタカナ"],
    ["Korean", "ko", "한국어서울특별시"],
  ])("%s is printed and reads back", async (_, language, text) => {
    const printed = await print(`<p lang="${language}" style="font-family: Inter">${text}`);
    expect(printed.text.trim()).toBe(text);
    for (const font of printed.fonts) expect(font.isEmbedded).toBe(true);
  });

  cjk("a Chinese character does not read back as a radical, also if the template has its number", async () => {
    const printed = await print(
      `<p lang="zh-Hans">&#x6587;&#25991; 文<ol style="list-style: cjk-decimal inside"><li>x`,
    );
    expect(printed.text).toBe("文文 文\n一、x");
  });

  withFont("emoji")(test)("emoji are printed and read back", async () => {
    const printed = await print("<p style='font-family: Inter'>Party 🎉📚😀");
    expect(printed.text).toMatch(/Party\s*🎉\s*📚\s*😀/u);
  });
});

test("the package of every built-in font has its licence", async () => {
  const manifest = JSON.parse(await readFile(join(import.meta.dirname, "../package.json"), "utf8"));
  const packages = Object.keys(
    z.object({ dependencies: z.record(z.string(), z.string()) }).parse(manifest).dependencies,
  ).filter((name) => name.startsWith("@expo-google-fonts/"));
  expect(packages).toContain("@expo-google-fonts/inter");
  for (const name of packages) {
    const folder = new URL(".", import.meta.resolve(`${name}/package.json`));
    expect(await readdir(folder)).toContain("LICENSE_FONT");
  }
});

onLinux(test)("a font in the operator's folder or a subfolder is used by its name", async () => {
  const folder = await mkdtemp(join(tmpdir(), "platen-own-fonts-"));
  const fixture = join(import.meta.dirname, "fidelity/fixtures/shapes.ttf");
  await mkdir(join(folder, "below"));
  await copyFile(fixture, join(folder, "below", "shapes.ttf"));
  await chmod(folder, 0o755);
  const own = await startTestEngine({ fontsFolder: folder });
  try {
    const html = `<p style="font-family:Shapes">ABCD`;
    expect(await pdfFonts((await own.printHtml(html)).pdf)).toEqual([
      expect.objectContaining({ name: expect.stringContaining("Shapes"), isEmbedded: true }),
    ]);
    expect((await print(html)).fonts).not.toContainEqual(
      expect.objectContaining({ name: expect.stringContaining("Shapes") }),
    );
  } finally {
    await own.close();
    await rm(folder, { recursive: true });
  }
});
