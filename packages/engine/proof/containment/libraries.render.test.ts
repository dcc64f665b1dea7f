import { readFileSync } from "node:fs";
import { assetOrigin } from "@platen/contracts/asset-origin";
import { pdfFonts, pdfText, proofOr } from "@platen/testing";
import { expect, test } from "@jest/globals";
import { engineForFile } from "../engine-for-file.ts";
import { shuffled } from "../fidelity/shuffled.ts";
import { digestOf, svg, testLibrary } from "../test-library.ts";

const atOnce = 4;
// Fewer pages than projects, so that pages end and begin meanwhile.
const engine = engineForFile({ concurrency: atOnce, replacement: { maxPagesKept: 8 } });
/** A browser that has printed each document for itself. */
const fresh = engineForFile({ concurrency: 1, replacement: { maxPagesKept: 1 } });

const files = {
  "Arimo-Regular": "arimo/400Regular/Arimo_400Regular.ttf",
  "Arimo-Bold": "arimo/700Bold/Arimo_700Bold.ttf",
  "Tinos-Regular": "tinos/400Regular/Tinos_400Regular.ttf",
  "Tinos-Bold": "tinos/700Bold/Tinos_700Bold.ttf",
  "Cousine-Regular": "cousine/400Regular/Cousine_400Regular.ttf",
  "JetBrainsMono-Regular": "jetbrains-mono/400Regular/JetBrainsMono_400Regular.ttf",
  "Inter-Italic": "inter/400Regular_Italic/Inter_400Regular_Italic.ttf",
};
const fonts = Object.entries(files).map(([name, path]) => ({
  name,
  bytes: readFileSync(new URL(import.meta.resolve(`@expo-google-fonts/${path}`))),
}));
/** Each two fonts, in both orders. */
const pairs = fonts.flatMap((one) => fonts.flatMap((other) => (one === other ? [] : [[one, other] as const])));

/** All projects use the same names for their fonts and their logo. Without its fonts, text is in an installed one. */
const html = `<style>p { font-family: "Source Serif 4" } div { width: 160px; height: 30px; background: url(${assetOrigin}logo) }</style>
  <p style="font-family: Brand, 'Source Serif 4'">Text of a letter<p style="font-family: Head, 'Source Serif 4'">Its heading<img src="${assetOrigin}logo"><div></div>`;

const projects = shuffled(pairs, 1)
  .slice(0, proofOr(20, 6))
  .map(([brand, head], index) => {
    const logo = svg(`logo ${index}`);
    const library = () =>
      testLibrary({ logo, [digestOf(logo.bytes)]: logo }, [
        { family: "Brand", bytes: brand.bytes },
        { family: "Head", bytes: head.bytes },
      ]);
    return { projectId: `prj_${index}`, name: `logo ${index}`, fonts: [brand.name, head.name], logo, library };
  });

test(`of ${projects.length} projects, none shows the fonts or the logo of another, in any order of documents`, async () => {
  const expected = new Map<string, Buffer>();
  for (const { projectId, library, name, fonts: own } of projects) {
    const { pdf } = await fresh.printHtml(html, { projectId, library: library() });
    const shown = (await pdfFonts(pdf)).map((font) => font.name.replace(/^.*\+/, ""));
    // The drawing of the logo has text in an installed font.
    expect(shown).toEqual(expect.arrayContaining(own));
    expect((await pdfText(pdf)).join(" ").match(/logo \d+/g)).toEqual([name, name]);
    expected.set(projectId, pdf);
  }
  expect(new Set([...expected.values()].map((pdf) => pdf.toString("latin1"))).size).toBe(projects.length);

  const documents = proofOr(600, 40);
  const differing: string[] = [];
  const order = Array.from({ length: Math.ceil(documents / projects.length) }, (_, round) =>
    shuffled(projects, round),
  ).flat();
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let project = order.shift(); project; project = order.shift()) {
        const { projectId, library } = project;
        const { pdf } = await engine.printHtml(html, { projectId, library: library() });
        // Equal bytes have equal text, fonts and pixels.
        if (expected.get(projectId)?.equals(pdf) !== true) differing.push(projectId);
        const other =
          projects[(projects.indexOf(project) + 1 + (order.length % (projects.length - 1))) % projects.length];
        if (!other || order.length % 4 !== 0) continue;
        const foreign = `${html}<img src="${assetOrigin}${digestOf(other.logo.bytes)}">`;
        const { pdf: without, missingFiles } = await engine.printHtml(foreign, { projectId });
        const text = (await pdfText(without)).join(" ");
        const shown = (await pdfFonts(without)).map((font) => font.name).join();
        if (text.includes("logo") || project.fonts.some((name) => shown.includes(name)) || missingFiles.length !== 2)
          differing.push(`${projectId} without its library`);
      }
    }),
  );
  expect(differing).toEqual([]);
});
