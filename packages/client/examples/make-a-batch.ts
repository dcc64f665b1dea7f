import { writeFile } from "node:fs/promises";
import { createClient } from "@platen/client";

const { PLATEN_URL: baseUrl = "http://127.0.0.1:8080", API_KEY: apiKey = "" } = process.env;
const platen = createClient({ baseUrl, apiKey });

const { templates } = await platen.listTemplates({ search: "Invoice" });
const [invoice] = templates;
if (invoice === undefined) throw new Error("The project has no template of this name.");

/** Rows may come from a database, one after the other. */
async function* rows() {
  for (const number of ["2031", "2032", "2033"]) yield { data: { number }, reference: `invoice-${number}` };
}

const { batchId } = await platen.createBatch({ templateId: invoice.templateId, filename: "invoice-{{number}}.pdf" });
await platen.addRows(batchId, rows());
await platen.startBatch(batchId);

const { status, counts } = await platen.waitForBatch(batchId, {
  onProgress: ({ counts: now, rowCount }) => console.log(`${now.completed} of ${rowCount}`),
});
console.log(`${status}: ${counts.completed} completed, ${counts.failed} failed`);
await writeFile("invoices.zip", platen.downloadZip(batchId));
await writeFile("invoices.ndjson", await platen.getManifest(batchId));
