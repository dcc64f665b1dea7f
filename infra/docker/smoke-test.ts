// Prints the six samples and a page of many scripts, and checks the PDFs:
//   node infra/local/run.mjs infra/docker/smoke-test.ts <base URL> <output file of seed-demo.ts>
import { createClient } from "@platen/client";
import { samples } from "@platen/samples";
import { pdfFonts, pdfInfo, pdfText, waitFor } from "@platen/testing";
import { createCaller } from "@platen/e2e/caller";
import { readDemo } from "./src/demo.ts";

const [baseUrl, demoFile] = process.argv.slice(2);
if (baseUrl === undefined || demoFile === undefined) {
  process.stderr.write("usage: smoke-test.ts <base URL> <output file of seed-demo.ts>\n");
  process.exit(2);
}
const { apiKey, account } = readDemo(demoFile);

/** Text that a sample shows only with its data, and a font that it needs from the worker's image. */
const expectedContent: Record<string, { text: string; font: string }> = {
  invoice: { text: "Hotel Marlijn", font: "Inter" },
  "multilingual-letter": { text: "Noor Haddad", font: "NotoSansCJK" },
};

const client = createClient({ baseUrl, apiKey });
await waitFor(() => client.listProjects(), {
  describe: `an answer from ${baseUrl}`,
  timeoutMs: 60_000,
  intervalMs: 500,
});
const templateIds = new Map<string, string>();
for await (const { name, templateId } of client.allTemplates()) templateIds.set(name, templateId);

for (const { slug, name, sampleData } of samples) {
  const templateId = templateIds.get(name);
  if (templateId === undefined) throw new Error(`the key's project has no template "${name}"`);
  const startedAt = performance.now();
  const { pdf, documentId } = await client.generateDocument({ templateId, data: sampleData });
  const tookMs = Math.round(performance.now() - startedAt);

  const { pageCount } = await pdfInfo(pdf);
  const text = (await pdfText(pdf)).join("\n");
  const fonts = await pdfFonts(pdf);
  const expected = expectedContent[slug] ?? { text: "", font: "" };
  if (!text.includes(expected.text)) throw new Error(`${name}: the pages lack "${expected.text}"`);
  if (!fonts.some((font) => font.name.includes(expected.font)))
    throw new Error(`${name}: the PDF lacks the font ${expected.font}`);
  const missing = fonts.filter(({ isEmbedded }) => !isEmbedded);
  if (missing.length > 0)
    throw new Error(`${name}: fonts not embedded: ${missing.map((font) => font.name).join(", ")}`);

  const { status } = await client.getDocument(documentId);
  if (status !== "completed") throw new Error(`${name}: the document ${documentId} is ${status}`);
  process.stdout.write(`${name}: ${pageCount} pages, ${pdf.length} bytes, ${fonts.length} fonts, ${tookMs} ms\n`);
}
process.stdout.write(`${samples.length} of ${samples.length} samples printed\n`);

/** Words of each script and their font. Chromium embeds some fonts without a name. */
const scripts: { name: string; words: string; font?: string; isRightToLeft?: boolean }[] = [
  { name: "Latin", words: "Ærøskøbing Łódź", font: "Inter" },
  { name: "Greek", words: "Ελληνικά", font: "Inter" },
  { name: "Cyrillic", words: "Кириллица", font: "Inter" },
  { name: "Arabic", words: "مرحبا", font: "NotoSansArabic", isRightToLeft: true },
  { name: "Hebrew", words: "שלום", font: "NotoSansHebrew", isRightToLeft: true },
  { name: "Devanagari", words: "नमन", font: "NotoSansDevanagari" },
  { name: "Thai", words: "ภาษาไทย", font: "NotoSansThai" },
  { name: "Georgian", words: "ქართული", font: "NotoSansGeorgian" },
  { name: "Tamil", words: "தமிழ்", font: "NotoSansTamil" },
  { name: "Chinese", words: "简体中文" },
  { name: "Japanese", words: "ひらがな" },
  { name: "Korean", words: "한국어" },
  { name: "emoji", words: "🎉" },
];
const families = "Inter, 'Noto Sans Hebrew'";
const caller = await createCaller({ baseUrl, account }, "Scripts", `<p style="font-family: ${families}">{{marker}}`);
const { pdf } = await caller.ask(scripts.map(({ words }) => words).join(" "));
if (pdf === undefined) throw new Error("the page of many scripts has no PDF");
const text = (await pdfText(pdf)).join(" ");
const fonts = await pdfFonts(pdf);
for (const { name, words, font = "", isRightToLeft } of scripts) {
  // A PDF stores right-to-left words in the order of drawing, so their text cannot be compared.
  if (!isRightToLeft && !text.includes(words)) throw new Error(`${name}: "${words}" is not in "${text}"`);
  if (!fonts.some((embedded) => embedded.isEmbedded && embedded.name.includes(font))) {
    throw new Error(`${name}: ${font} is not among ${fonts.map((embedded) => embedded.name).join(", ")}`);
  }
}
process.stdout.write(`scripts printed: ${scripts.map(({ name }) => name).join(", ")}\n`);
