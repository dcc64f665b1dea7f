// Prints the samples and checks the PDFs:
//   node infra/local/run.mjs infra/docker/smoke-test.ts <base URL> <output file of seed-demo.ts>
import { readFileSync } from "node:fs";
import { createClient } from "@platen/client";
import { samples } from "@platen/samples";
import { pdfFonts, pdfInfo, pdfText, waitFor } from "@platen/testing";
import { z } from "zod";

const [baseUrl, demoFile] = process.argv.slice(2);
if (baseUrl === undefined || demoFile === undefined) {
  process.stderr.write("usage: smoke-test.ts <base URL> <output file of seed-demo.ts>\n");
  process.exit(2);
}
const { apiKey } = z.object({ apiKey: z.string() }).parse(JSON.parse(readFileSync(demoFile, "utf8")));

/** Text that a sample shows only with its data, and fonts that it needs from the worker's image. */
const expectedContent: Record<string, { text: string; fonts: readonly string[] }> = {
  invoice: { text: "Hotel Marlijn", fonts: ["Inter"] },
  "multilingual-letter": { text: "Noor Haddad", fonts: ["NotoSansCJK"] },
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
  const expected = expectedContent[slug] ?? { text: "", fonts: [] };
  if (!text.includes(expected.text)) throw new Error(`${name}: the pages lack "${expected.text}"`);
  const lacking = expected.fonts.filter((wanted) => !fonts.some((font) => font.name.includes(wanted)));
  if (lacking.length > 0) throw new Error(`${name}: the PDF lacks the fonts ${lacking.join(", ")}`);
  const missing = fonts.filter(({ isEmbedded }) => !isEmbedded);
  if (missing.length > 0)
    throw new Error(`${name}: fonts not embedded: ${missing.map((font) => font.name).join(", ")}`);

  const { status } = await client.getDocument(documentId);
  if (status !== "completed") throw new Error(`${name}: the document ${documentId} is ${status}`);
  process.stdout.write(`${name}: ${pageCount} pages, ${pdf.length} bytes, ${fonts.length} fonts, ${tookMs} ms\n`);
}
process.stdout.write(`${samples.length} of ${samples.length} samples printed\n`);
