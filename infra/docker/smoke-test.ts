// Prints the six samples and looks into the PDFs: node infra/local/run.mjs infra/docker/smoke-test.ts <base URL> <API key>
import { createClient } from "@platen/client";
import { samples } from "@platen/samples";
import { pdfFonts, pdfInfo, pdfText, waitFor } from "@platen/testing";

const [baseUrl, apiKey] = process.argv.slice(2);
if (baseUrl === undefined || apiKey === undefined) {
  process.stderr.write("usage: smoke-test.ts <base URL> <API key of the demo project>\n");
  process.exit(2);
}

/** What is on a sample's pages only if its data arrived, and a font it needs that comes with the worker. */
const signs: Record<string, { text: string; font: string }> = {
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
  const sign = signs[slug] ?? { text: "", font: "" };
  if (!text.includes(sign.text)) throw new Error(`${name}: "${sign.text}" is not on its pages`);
  if (!fonts.some((font) => font.name.includes(sign.font))) throw new Error(`${name}: no ${sign.font} among its fonts`);
  const missing = fonts.filter(({ isEmbedded }) => !isEmbedded);
  if (missing.length > 0)
    throw new Error(`${name}: fonts not embedded: ${missing.map((font) => font.name).join(", ")}`);

  const { status } = await client.getDocument(documentId);
  if (status !== "completed") throw new Error(`${name}: the document ${documentId} is ${status}`);
  process.stdout.write(`${name}: ${pageCount} pages, ${pdf.length} bytes, ${fonts.length} fonts, ${tookMs} ms\n`);
}
process.stdout.write(`${samples.length} of ${samples.length} samples printed\n`);
