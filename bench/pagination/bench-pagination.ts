import { createHash } from "node:crypto";
import { createTransport, type Transport } from "@platen/client";
import { operations } from "@platen/contracts";
import { callerHeader, internalOperations } from "@platen/contracts/internal";
import { createServiceTokenSigner } from "@platen/service-tokens";
import type { BenchContext } from "../bench-context.ts";
import { withCleanup } from "../cleanup.ts";
import { startScratchPlaten, type ScratchPlaten } from "../scratch-platen.ts";
import { buildTemplates, type BuiltProject } from "./build-templates.ts";

const warmUpRounds = 30;
const rounds = 150;
const pageSize = 20;
const targetRatio = 5;

type Page = { templates: unknown[]; pagination: { total: number } };
type ReadPage = (project: BuiltProject, page: number) => Promise<Page>;
type Case = { name: string; project: BuiltProject; page: number };

/** Pages as a customer reads them, through the gateway. */
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

/** Pages as the gateway reads them, from the catalog. */
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

function percentile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** Measures the cases in turn, round by round, so that a slow moment of the machine meets all of them. */
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
  return durations.map((list) => list.toSorted((a, b) => a - b));
}

function report(
  say: BenchContext["say"],
  where: string,
  cases: readonly Case[],
  durations: readonly (readonly number[])[],
): void {
  const base = percentile(durations[0] ?? [], 0.5);
  say(`\n${where}, ${rounds} requests each, in turn (ms):`);
  say(`${"".padEnd(34)}${"median".padStart(9)}${"p95".padStart(9)}${"ratio".padStart(9)}`);
  for (const [index, { name }] of cases.entries()) {
    const sorted = durations[index] ?? [];
    const median = percentile(sorted, 0.5);
    const ratio = median / base;
    const verdict = ratio <= targetRatio ? "" : `  over the target of ${targetRatio}`;
    say(
      `${name.padEnd(34)}${median.toFixed(2).padStart(9)}${percentile(sorted, 0.95).toFixed(2).padStart(9)}${ratio.toFixed(2).padStart(9)}${verdict}`,
    );
  }
}

/** Measures what pages of a very long list cost beside page 1 of a short one. */
export async function benchPagination(context: BenchContext): Promise<void> {
  const { say } = context;
  await withCleanup(async (onCleanup) => {
    const platen = await startScratchPlaten(context, onCleanup);
    say("Building 1,000,000 templates, 100,000 of them in one project ...");
    const startedAt = performance.now();
    const { large, small } = await buildTemplates(platen.databaseUrl);
    say(`Built in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s.`);

    const lastPage = Math.ceil(large.templateCount / pageSize);
    const cases: Case[] = [
      { name: "page 1 of 5 (100 templates)", project: small, page: 1 },
      { name: `page 1 of ${lastPage} (100,000)`, project: large, page: 1 },
      { name: `page ${lastPage / 4} of ${lastPage} (100,000)`, project: large, page: lastPage / 4 },
      { name: `page ${lastPage / 2} of ${lastPage} (100,000)`, project: large, page: lastPage / 2 },
      { name: `page ${lastPage} of ${lastPage} (100,000)`, project: large, page: lastPage },
    ];
    report(say, "At the API (gateway, Redis, catalog, PostgreSQL)", cases, await measure(gatewayReader(platen), cases));
    report(say, "At the catalog", cases, await measure(catalogReader(platen), cases));
  });
}
