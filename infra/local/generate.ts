import { speedChart } from "@platen/bench/chart";
import { withResultsTable } from "@platen/bench/report";
import { problems } from "@platen/contracts";
import { createOpenApiDocument } from "@platen/contracts/openapi";
import { createSdkDocument } from "@platen/contracts/openapi-sdk";
import { formatsReference } from "@platen/formats/reference";
import { metricsTable, platenMetrics, prometheusRule } from "@platen/observability";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { chartParts } from "./src/chart-parts.ts";
import { withChartValues } from "./src/chart-values.ts";
import { clientReference } from "./src/client-reference.ts";
import { configurationTable } from "./src/configuration-table.ts";
import { docsGuides } from "./src/docs-guides.ts";
import { recordedContract } from "./src/recorded-contract.ts";

const root = join(import.meta.dirname, "../..");

function errorTable(): string {
  const rows = Object.entries(problems).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  );
  return [
    "# Errors",
    "",
    "<!-- Generated from packages/contracts/src/problems.ts by `npm run generate`. -->",
    "",
    'Every failed request gets the answer `{ "success": false, "error": { "code", "message", "requestId", "details"? } }`.',
    '`details` lists every error: `{ "path", "message", "line"?, "column"? }`. Lines and columns count from 1.',
    "Codes are stable: match on codes, not on messages. 429: the caller sends too much. 503: Platen lacks capacity or a",
    "dependency. Both carry `Retry-After`. 422: the document itself is at fault, and the same request will fail again.",
    "",
    "| Code | Status | Meaning |",
    "| --- | --- | --- |",
    ...rows,
    "",
  ].join("\n");
}

const alerts = "components/monitoring/alerts.yaml";
const alertsContent = prometheusRule();

const client = clientReference(root);

const generated: Record<string, string> = {
  "bench/README.md": withResultsTable(readFileSync(join(root, "bench/README.md"), "utf8")),
  "docs/pictures/speed.svg": speedChart(),
  "docs/openapi.json": `${JSON.stringify(createOpenApiDocument(), null, 2)}\n`,
  "docs/openapi-sdk.json": `${JSON.stringify(createSdkDocument(), null, 2)}\n`,
  "docs/errors.md": errorTable(),
  "docs/client.md": client,
  "docs/configuration.md": configurationTable(),
  "docs/formats.md": formatsReference(),
  "docs/metrics.md": metricsTable(await platenMetrics()),
  "infra/helm/platen/README.md": withChartValues(),
  "infra/helm/platen/files/parts.yaml": chartParts({ [alerts]: alertsContent }),
  [`k8s/${alerts}`]: alertsContent,
  "packages/contracts/recorded-contract.json": recordedContract(),
  ...docsGuides(root, { client }),
};

function isCurrent(path: string, content: string): boolean {
  try {
    return readFileSync(path, "utf8") === content;
  } catch {
    return false;
  }
}

const onlyCheck = process.argv.includes("--check");
const stale = Object.entries(generated).filter(([name, content]) => !isCurrent(join(root, name), content));
for (const [name, content] of stale) {
  if (!onlyCheck) writeFileSync(join(root, name), content);
  process.stdout.write(`${name} ${onlyCheck ? "is not what the code says; run `npm run generate`" : "written"}\n`);
}
process.stdout.write(`${Object.keys(generated).length} generated files looked at, ${stale.length} stale\n`);
process.exitCode = onlyCheck && stale.length > 0 ? 1 : 0;
