import { idsFrom } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import { startEmptyPlaten, startOwnPostgres, startOwnRedis } from "@platen/testing";
import type { BenchContext } from "../bench-context.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median, percentile } from "../measure/statistics.ts";
import { openCatalog } from "../open-catalog.ts";
import { positive, readOptions } from "../read-options.ts";
import type { Report } from "../report/report.ts";

const maxDocuments = 100_000;
const maxDocumentsOfProject = 100;
const rounds = 20;
const fewProjects = 100;
const asked = [10, 100, 200];
/** As many as the courier tells at most. */
const servedProjects = 500;
const goalMs = 50;
/** A lease of 200 documents gives one of each of 200 projects, or two of each of 100. */
const goalRatio = 2;

/** Every other project is of one account, and each of the others of an account of its own. */
const fillSql = `
  WITH owners AS (
    INSERT INTO accounts (account_id, email, password_hash)
    SELECT 'acc_' || n, n || '@example.com', '' FROM generate_series($2::integer, $3::integer) AS n
  ), made AS (
    INSERT INTO projects (project_id, name, owner_account_id)
    SELECT 'prj_' || n, 'Bench', 'acc_' || CASE WHEN n % 2 = 0 THEN 1 ELSE n END
    FROM generate_series($2::integer, $3::integer) AS n RETURNING project_id
  ), waiting AS (
    INSERT INTO documents (document_id, project_id, template_id, version, key_id, status, lane, due_at)
    SELECT $1 || substr(md5(project_id || '/' || d), 1, 16), project_id, 'tpl', 1, 'key', 'queued', 1, now() - interval '1 minute'
    FROM made CROSS JOIN generate_series(1, $4::integer) AS d RETURNING document_id, project_id
  )
  INSERT INTO document_inputs (document_id, project_id, source_id, keep_seconds, input_bytes, input)
  SELECT document_id, project_id, 'src', 1, 1, '' FROM waiting`;

/** Measures how long a lease takes while many projects wait, and compares it with a lease while a few wait. */
export async function benchLeases({ args, say }: BenchContext): Promise<Report> {
  const { projects } = readOptions(args, { projects: positive.default(10_000) });
  const machine = describeMachine("no browser");
  const [postgres, redis] = await Promise.all([startOwnPostgres(), startOwnRedis()]);
  const { databaseUrl, keys } = await startEmptyPlaten({
    workers: 0,
    postgresUrl: postgres.url,
    redisUrl: redis.url,
  });
  const catalog = await openCatalog(databaseUrl, keys.publicKey);
  const served = Array.from({ length: Math.min(servedProjects, projects) }, (_, index) => ({
    projectId: `prj_${index + 1}`,
    servedMs: 1_000,
    meanMs: 100,
  }));
  const lease = (documents: number) =>
    catalog.backgroundDocuments.lease({ courier: "bench", documents, inputBytes: 1e9, served, servedFlows: [] });

  const results: { projects: number; documents: number; durations: number[] }[] = [];
  let from = 1;
  for (const count of [fewProjects, projects]) {
    say(`Letting ${count} projects wait ...`);
    const each = Math.min(maxDocumentsOfProject, Math.floor(maxDocuments / count));
    await withConnection(databaseUrl, (database) =>
      database.query(fillSql, [idsFrom("document", new Date()), from, count, each]),
    );
    from = count + 1;
    // Lists what has become due.
    for (let listed = 0; listed < count * each; listed += 500) await lease(1);
    for (const documents of asked) {
      const durations: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        const startedAt = performance.now();
        const leased = await lease(documents);
        if (leased.length === documents) durations.push(performance.now() - startedAt);
      }
      results.push({ projects: count, documents, durations });
    }
  }
  await catalog.close();
  const medianOf = (waiting: number, documents: number) =>
    median(results.find((one) => one.projects === waiting && one.documents === documents)?.durations ?? []);
  return {
    machine,
    tables: [
      {
        columns: ["Projects that wait", "Documents asked for", "Leases", "median ms", "p95 ms"],
        rows: results.map(({ projects: waiting, documents, durations }) => [
          String(waiting),
          String(documents),
          String(durations.length),
          median(durations).toFixed(1),
          percentile(durations, 0.95).toFixed(1),
        ]),
      },
    ],
    figures: asked.flatMap((documents) => [
      {
        name: `ms of a lease of ${documents} documents while ${projects} projects wait (median)`,
        values: [medianOf(projects, documents)],
        goal: { atMost: goalMs },
      },
      {
        name: `the same relative to ${fewProjects} projects`,
        values: [medianOf(projects, documents) / medianOf(fewProjects, documents)],
        goal: { atMost: goalRatio },
      },
    ]),
    notes: [`${served.length} projects were served lately`],
    failures: [],
  };
}
