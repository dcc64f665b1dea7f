import { rename, writeFile } from "node:fs/promises";
import { ApiProblem, createClient } from "@platen/client";

const { PLATEN_URL: baseUrl = "http://127.0.0.1:8080", API_KEY: apiKey = "" } = process.env;
const platen = createClient({ baseUrl, apiKey });

const { templates } = await platen.listTemplates({ search: "Invoice" });
const [invoice] = templates;
if (invoice === undefined) throw new Error("The project has no template of this name.");
const { example } = await platen.getTemplate(invoice.templateId, { include: "example" });

try {
  // The PDF gets its name when it is whole.
  const pdf = platen.streamDocument({ templateId: invoice.templateId, data: { ...example } });
  await writeFile("invoice.pdf.part", pdf);
  await rename("invoice.pdf.part", "invoice.pdf");
  console.log("invoice.pdf");
} catch (error) {
  if (!(error instanceof ApiProblem)) throw error;
  // The same request fails again, unless its status is 429 or 503.
  console.error(error.code, error.message, error.details);
}
