import { createTransport } from "@platen/client";
import { operations } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import { createProject } from "../create-project.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";
import type { Report } from "../report/report.ts";
import { startPlaten } from "../start-platen.ts";

const warmUpRounds = 30;
const rounds = 150;
const pageSize = 20;
const largeCount = 100_000;
const smallCount = 100;
const totalCount = 1_000_000;
const otherProjects = 90;
const batchSize = 100_000;

/** Compares pages of a very long list with page 1 of a short one, as a customer reads them. */
export async function benchPagination({ say }: BenchContext): Promise<Report> {
  const machine = describeMachine("no browser");
  const { baseUrl, databaseUrl } = await startPlaten({ workers: 0 });
  const [large, small] = await Promise.all([createProject(databaseUrl, []), createProject(databaseUrl, [])]);
  say(`Building ${totalCount} templates, ${largeCount} of them in one project ...`);
  await buildTemplates(databaseUrl, large.projectId, small.projectId);

  const transportOf = ({ key }: typeof large) =>
    createTransport({ baseUrl, timeoutMs: 30_000, headers: () => ({ authorization: `Bearer ${key}` }) });
  const lastPage = Math.ceil(largeCount / pageSize);
  const ofLarge = { transport: transportOf(large), count: largeCount };
  const cases = [
    { name: `page 1 of ${smallCount / pageSize}`, transport: transportOf(small), count: smallCount, page: 1 },
    ...[1, lastPage / 4, lastPage / 2, lastPage].map((page) => ({
      ...ofLarge,
      name: `page ${page} of ${lastPage}`,
      page,
    })),
  ].map((one) => ({ ...one, durations: [] as number[] }));

  // In turn, so that a slow moment of the machine affects all of them.
  for (let round = 0; round < warmUpRounds + rounds; round += 1) {
    for (const { name, transport, count, page, durations } of cases) {
      const startedAt = performance.now();
      const { templates, pagination } = await transport.call(operations.listTemplates.key, {
        query: { page, pageSize },
      });
      const durationMs = performance.now() - startedAt;
      if (templates.length !== pageSize || pagination.total !== count)
        throw new Error(`${name} has ${templates.length} items of ${pagination.total}`);
      if (round >= warmUpRounds) durations.push(durationMs);
    }
  }

  const ratioOf = (own: readonly number[]) => median(own) / median(cases[0]?.durations ?? []);
  return {
    machine,
    tables: [
      {
        columns: ["Page", "median ms", "p95 ms", "ratio"],
        rows: cases.map(({ name, durations }) => [
          name,
          ...[median(durations), percentile(durations, 0.95), ratioOf(durations)].map((value) => value.toFixed(1)),
        ]),
      },
    ],
    figures: [
      {
        name: "API: slowest page relative to page 1 of a short list",
        values: [Math.max(...cases.map(({ durations }) => ratioOf(durations)))],
        goal: { atMost: 5 },
      },
    ],
    notes: [`${rounds} requests of each page, in turn`],
    failures: [],
  };
}

/** Fills the catalog with templates. The rows of all projects lie mixed on disk, as they would after years. */
async function buildTemplates(databaseUrl: string, large: string, small: string): Promise<void> {
  const created = await Promise.all(Array.from({ length: otherProjects }, () => createProject(databaseUrl, [])));
  const others = created.map(({ projectId }) => projectId);
  await withConnection(databaseUrl, async (database) => {
    await database.query("SET maintenance_work_mem = '512MB'");
    // Creating the indexes after the rows takes a fraction of the time.
    const { rows: indexes } = await database.query<{ name: string; definition: string }>(
      `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes AS i
       WHERE i.tablename = 'templates' AND NOT EXISTS (SELECT 1 FROM pg_constraint AS c WHERE c.conname = i.indexname)`,
    );
    for (const { name } of indexes) await database.query(`DROP INDEX ${database.escapeIdentifier(name)}`);
    for (let start = 0; start < totalCount; start += batchSize) {
      await database.query(
        `INSERT INTO templates (template_id, project_id, name, description, tags, current_version, created_at, updated_at)
         SELECT 'tpl_' || substr(md5(n::text), 1, 26),
                CASE WHEN n % 10 = 0 THEN $1
                     WHEN n % 10000 = 1 THEN $2
                     ELSE ($3::text[])[1 + (n / 10 + n) % $4] END,
                (ARRAY['Invoice', 'Letter', 'Statement', 'Certificate', 'Label'])[1 + n % 5] || ' ' || n,
                'A template of the benchmark', ARRAY['tag ' || n % 20], 1,
                timestamptz '2020-01-01' + n * interval '1 minute',
                timestamptz '2022-01-01' + (hashint4(n::integer)::bigint + 2147483648) * interval '30 milliseconds'
         FROM generate_series($5::bigint, $5::bigint + $6 - 1) AS n`,
        [large, small, others, otherProjects, start, batchSize],
      );
    }
    for (const { definition } of indexes) await database.query(definition);
    await database.query("VACUUM (ANALYZE) templates");
  });
}
