/* oxlint-disable node/no-process-env -- a program is an entry point. */
import { readFileSync, writeFileSync } from "node:fs";
import { createBatch, createKeyTemplate, generatePdf, getBatch, listTemplates } from "./built/index.js";

const { PLATEN: baseUrl, API_KEY: auth } = process.env;
const platen = { baseUrl, auth, throwOnError: true };
const read = (file) => JSON.parse(readFileSync(file, "utf8"));

const pdf = await generatePdf({ ...platen, body: read("document.json") });
writeFileSync("invoice.pdf", Buffer.from(await pdf.data.arrayBuffer()));

const { data: listed } = await listTemplates(platen);
const { error: refused } = await createKeyTemplate({ baseUrl, auth, body: read("template.json") });
const [{ path, line }] = refused.error.details;
const { data: created } = await createBatch({ ...platen, body: read("batch.json") });
const { data: waited } = await getBatch({ ...platen, path: { batchId: created.data.batchId }, query: { wait: 60 } });
const report = {
  templates: listed.data.templates.map(({ name }) => name),
  refusal: { code: refused.error.code, path, line },
  batch: { status: waited.data.status, completed: waited.data.counts.completed },
};
writeFileSync("report.json", JSON.stringify(report));
