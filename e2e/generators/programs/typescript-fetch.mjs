/* oxlint-disable node/no-process-env -- a program is an entry point. */
import { readFileSync, writeFileSync } from "node:fs";
import * as client from "./built/index.js";

const { PLATEN: basePath, API_KEY: accessToken } = process.env;
const configuration = new client.Configuration({ basePath, accessToken });
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const documents = new client.DocumentsApi(configuration);
const generatePdfRequest = client.GeneratePdfRequestFromJSON(read("document.json"));
const pdf = await documents.generatePdf({ generatePdfRequest });
writeFileSync("invoice.pdf", Buffer.from(await pdf.arrayBuffer()));

const templates = new client.TemplatesApi(configuration);
const listed = await templates.listTemplates();
const createKeyTemplateRequest = client.CreateKeyTemplateRequestFromJSON(read("template.json"));
const refused = await templates
  .createKeyTemplate({ createKeyTemplateRequest })
  .catch(({ response }) => response.json());
const { error } = client.ErrorAnswerFromJSON(refused);
const [{ path, line }] = error.details;

const batches = new client.BatchesApi(configuration);
const createBatchRequest = client.CreateBatchRequestFromJSON(read("batch.json"));
const { data: created } = await batches.createBatch({ createBatchRequest });
const { data: batch } = await batches.getBatch({ batchId: created.batchId, wait: 60 });
const report = {
  templates: listed.data.templates.map(({ name }) => name),
  refusal: { code: error.code, path, line },
  batch: { status: batch.status, completed: batch.counts.completed },
};
writeFileSync("report.json", JSON.stringify(report));
