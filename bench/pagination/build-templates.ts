import { createHash, randomBytes } from "node:crypto";
import { createApiKeyValue, createId } from "@platen/contracts";
import { Client } from "pg";

export type BuiltProject = { projectId: string; key: string; templateCount: number };

const largeCount = 100_000;
const smallCount = 100;
const totalCount = 1_000_000;
const otherProjects = 90;
const batchSize = 100_000;

async function createProject(database: Client, name: string, templateCount: number): Promise<BuiltProject> {
  const projectId = createId("project");
  const key = createApiKeyValue(randomBytes);
  await database.query("INSERT INTO projects (project_id, name) VALUES ($1, $2)", [projectId, name]);
  await database.query(
    "INSERT INTO api_keys (key_id, project_id, name, value_hash, last_four) VALUES ($1, $2, 'Bench', $3, $4)",
    [createId("apiKey"), projectId, createHash("sha256").update(key).digest("hex"), key.slice(-4)],
  );
  return { projectId, key, templateCount };
}

/** Drops the indexes and returns their definitions: creating them after the rows takes a fraction of the time. */
async function dropIndexes(database: Client): Promise<string[]> {
  const { rows } = await database.query<{ name: string; definition: string }>(
    `SELECT i.indexname AS name, i.indexdef AS definition FROM pg_indexes AS i
     WHERE i.tablename = 'templates' AND NOT EXISTS (SELECT 1 FROM pg_constraint AS c WHERE c.conname = i.indexname)`,
  );
  for (const { name } of rows) await database.query(`DROP INDEX ${database.escapeIdentifier(name)}`);
  return rows.map(({ definition }) => definition);
}

/**
 * Fills the catalog's database with a million templates: one project of 100,000, one of 100, and 90 others. The rows of
 * all projects lie mixed on disk, as they would after years.
 */
export async function buildTemplates(databaseUrl: string): Promise<{ large: BuiltProject; small: BuiltProject }> {
  const database = new Client({ connectionString: databaseUrl });
  // Ctrl-C ends the server first; the statement in progress then fails and tells why.
  database.on("error", () => undefined);
  await database.connect();
  try {
    await database.query("SET maintenance_work_mem = '512MB'");
    const large = await createProject(database, "Large", largeCount);
    const small = await createProject(database, "Small", smallCount);
    const others: BuiltProject[] = [];
    for (let number = 1; number <= otherProjects; number += 1) {
      others.push(await createProject(database, `Other ${number}`, 0));
    }
    const indexes = await dropIndexes(database);
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
        [large.projectId, small.projectId, others.map(({ projectId }) => projectId), otherProjects, start, batchSize],
      );
    }
    for (const definition of indexes) await database.query(definition);
    await database.query("VACUUM (ANALYZE) templates");
    return { large, small };
  } finally {
    await database.end();
  }
}
