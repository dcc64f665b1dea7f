import { createHash } from "node:crypto";
import { createTransport, type Transport } from "@platen/client";
import { operations } from "@platen/contracts";
import { callerHeader, internalOperations } from "@platen/contracts/internal";
import { createServiceTokenSigner } from "@platen/service-tokens";
import type { BenchContext } from "../bench-context.ts";
import { withCleanup } from "../cleanup.ts";
import { goals } from "../goals.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";
import type { Figure, Report, Table } from "../report/report.ts";
import { startScratchPlaten, type ScratchPlaten } from "../scratch-platen.ts";
import { buildTemplates, type BuiltProject } from "./build-templates.ts";

const warmUpRounds = 30;
const rounds = 150;
const pageSize = 20;

type Page = { templates: unknown[]; pagination: { total: number } };
type ReadPage = (project: BuiltProject, page: number) => Promise<Page>;
type Case = { name: string; project: BuiltProject; page: number };

/** Reads pages as a customer does, through the gateway. */
function gatewayReader({ gatewayUrl }: ScratchPlaten): ReadPage {
  const transports = new Map<string, Transport>();
  return ({ key }, page) => {
    const transport =
      transports.get(key) ??
      createTransport({ baseUrl: gatewayUrl, timeoutMs: 30_000, headers: () => ({ authorization: `Bearer ${key}` }) });
    transports.set(key, transport);
    return transport.call(operations.listTemplates, { query: { page, pageSize } });
  };
}

/** Reads pages as the gateway does, from the catalog. */
function catalogReader({ catalogUrl, keys }: ScratchPlaten): ReadPage {
  const signer = createServiceTokenSigner({ privateKeyPem: keys.privateKey });
  const transport = createTransport({
    baseUrl: catalogUrl,
    timeoutMs: 30_000,
    headers: ({ operationId }) => ({ authorization: `Bearer ${signer.serviceToken(operationId)}` }),
  });
  return ({ key }, page) => {
    const caller = `key:${createHash("sha256").update(key).digest("hex")}`;
    return transport.call(
      internalOperations.listTemplates,
      { query: { page, pageSize } },
      { headers: { [callerHeader]: caller } },
    );
  };
}

/** Measures the cases in turn, round by round, so that a slow moment of the machine affects all of them. */
async function measure(read: ReadPage, cases: readonly Case[]): Promise<number[][]> {
  const durations = cases.map((): number[] => []);
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const [index, { name, project, page }] of cases.entries()) {
      const startedAt = performance.now();
      const { templates, pagination } = await read(project, page);
      const durationMs = performance.now() - startedAt;
      if (templates.length !== pageSize || pagination.total !== project.templateCount) {
        throw new Error(`${name} has ${templates.length} items of ${pagination.total}`);
      }
      if (round >= warmUpRounds) durations[index]?.push(durationMs);
    }
  }
  return durations;
}

/** The times of the pages, and each median relative to the first case. */
function report(where: string, cases: readonly Case[], durations: readonly (readonly number[])[]) {
  const medians = durations.map(median);
  const ratios = medians.map((own) => own / (medians[0] ?? Number.NaN));
  const table: Table = {
    columns: [where, "median ms", "p95 ms", "ratio"],
    rows: cases.map(({ name }, index) => [
      name,
      (medians[index] ?? 0).toFixed(1),
      percentile(durations[index] ?? [], 0.95).toFixed(1),
      (ratios[index] ?? 0).toFixed(1),
    ]),
  };
  const figure: Figure = {
    name: `${where}: slowest page relative to page 1 of a short list`,
    values: [Math.max(...ratios)],
    goal: goals.pagination.slowestPage,
  };
  return { table, figure };
}

/** Compares pages of a very long list with page 1 of a short one. */
export async function benchPagination(context: BenchContext): Promise<Report> {
  const { say } = context;
  return withCleanup(async (onCleanup) => {
    const machine = describeMachine("no browser");
    const platen = await startScratchPlaten(context, onCleanup);
    say("Building 1,000,000 templates, 100,000 of them in one project ...");
    const startedAt = performance.now();
    const { large, small } = await buildTemplates(platen.databaseUrl);
    say(`Built in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s.`);

    const lastPage = Math.ceil(large.templateCount / pageSize);
    const ofLarge = (page: number) => ({ name: `page ${page} of ${lastPage} (100,000)`, project: large, page });
    const cases: Case[] = [
      { name: "page 1 of 5 (100 templates)", project: small, page: 1 },
      ...[1, lastPage / 4, lastPage / 2, lastPage].map(ofLarge),
    ];
    const api = report("API", cases, await measure(gatewayReader(platen), cases));
    const catalog = report("catalog alone", cases, await measure(catalogReader(platen), cases));
    return {
      machine,
      tables: [api.table, catalog.table],
      figures: [api.figure, catalog.figure],
      notes: [`${rounds} requests of each page, in turn`],
      failures: [],
    };
  });
}
