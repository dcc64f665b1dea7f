import { writeFile } from "node:fs/promises";
import { createClient } from "@platen/client";

const { PLATEN_URL: baseUrl = "http://127.0.0.1:8080", API_KEY: apiKey = "" } = process.env;
const platen = createClient({ baseUrl, apiKey });

const { templates } = await platen.listTemplates({ search: "Invoice" });
const [invoice] = templates;
if (invoice === undefined) throw new Error("The project has no template of this name.");

// With this header, a repetition of the request asks for the same document.
const headers = { "Idempotency-Key": "order-2031" };
const request = { templateId: invoice.templateId, data: { number: "2031" }, reference: "order-2031" };
const { documentId } = await platen.createDocument(request, { headers });

const { status, failure } = await platen.waitForDocument(documentId);
if (status !== "completed") throw new Error(`The document is ${status}: ${failure?.message}`);
await writeFile("order.pdf", platen.streamDocumentContent(documentId));
console.log("order.pdf");
