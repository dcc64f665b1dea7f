/* oxlint-disable node/no-process-env -- a program is an entry point. */
const { readFileSync, writeFileSync } = require("node:fs");
const { Configuration, DocumentsApi, GeneratePdfRequestFromJSON } = require("./built/index.js");

const { PLATEN: basePath, API_KEY: accessToken } = process.env;
const generatePdfRequest = GeneratePdfRequestFromJSON(JSON.parse(readFileSync("body.json", "utf8")));
new DocumentsApi(new Configuration({ basePath, accessToken }))
  .generatePdf({ generatePdfRequest })
  .then(async (pdf) => writeFileSync("invoice.pdf", Buffer.from(await pdf.arrayBuffer())));
