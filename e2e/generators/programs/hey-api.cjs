/* oxlint-disable node/no-process-env -- a program is an entry point. */
const { readFileSync, writeFileSync } = require("node:fs");
const { generatePdf } = require("./built/index.js");

const { PLATEN: baseUrl, API_KEY: auth } = process.env;
const body = JSON.parse(readFileSync("body.json", "utf8"));
generatePdf({ baseUrl, auth, body, throwOnError: true }).then(async ({ data }) =>
  writeFileSync("invoice.pdf", Buffer.from(await data.arrayBuffer())),
);
