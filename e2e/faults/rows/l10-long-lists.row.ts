import { createHash, randomBytes } from "node:crypto";
import { afterAll, beforeAll } from "@jest/globals";
import { createClient, type Client } from "@platen/client";
import { createApiKeyValue, createId, operations } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import { startPlaten, type Platen } from "@platen/testing";
import { signIn } from "../../dashboard-session.ts";
import { createProject, createTemplate } from "../../project-setup.ts";
import { faultRow } from "../runner/fault-row.ts";
import { quantile } from "../load/send-load.ts";

const projectCount = 100;
const keysPerProject = 2;
const largeCount = 2_030;
const smallCount = 30;
const pageSize = 20;
const writers = 3;

type ListedProject = { projectId: string; keys: string[]; templates: number };

let platen: Platen;
let projects: ListedProject[];

/** 100 projects with 2 keys each and 5,000 templates in all, most of them in the first. */
async function fill(databaseUrl: string): Promise<ListedProject[]> {
  const made = Array.from({ length: projectCount }, (_, index) => ({
    projectId: createId("project"),
    keys: Array.from({ length: keysPerProject }, () => createApiKeyValue(randomBytes)),
    templates: index === 0 ? largeCount : smallCount,
  }));
  await withConnection(databaseUrl, async (connection) => {
    for (const [index, { projectId, keys, templates }] of made.entries()) {
      await connection.query("INSERT INTO projects (project_id, name) VALUES ($1, $2)", [projectId, `Listed ${index}`]);
      for (const key of keys) {
        await connection.query(
          "INSERT INTO api_keys (key_id, project_id, name, value_hash, last_four) VALUES ($1, $2, 'Test', $3, $4)",
          [createId("apiKey"), projectId, createHash("sha256").update(key).digest("hex"), key.slice(-4)],
        );
      }
      await connection.query(
        `INSERT INTO templates (template_id, project_id, name, created_at, updated_at)
         SELECT 'tpl_' || substr(md5($1 || n), 1, 26), $1, 'Template ' || n,
                timestamptz '2026-01-01' + (n % 7) * interval '1 minute',
                timestamptz '2026-02-01' + (n % 5) * interval '1 minute'
         FROM generate_series(1, $2::integer) AS n`,
        [projectId, templates],
      );
    }
    await connection.query("VACUUM (ANALYZE) templates");
  });
  return made;
}

beforeAll(async () => {
  platen = await startPlaten({ workers: 1, env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } } });
  projects = await fill(platen.databaseUrl);
}, 180_000);

afterAll(() => platen?.stop());

/** Creates, changes and deletes templates of another project until the signal fires, and counts them. */
async function write(name: string, signal: AbortSignal): Promise<number> {
  const dashboard = await signIn(platen.baseUrl, platen.account);
  const projectId = await createProject(dashboard, name);
  let written = 0;
  while (!signal.aborted) {
    const { templateId } = await createTemplate(dashboard, projectId, { name: `T${written}`, html: "<p>x</p>" });
    const params = { projectId, templateId };
    await dashboard.call(operations.updateTemplate, { params, body: { name: `Renamed ${written}` } });
    if (written % 2 === 0) await dashboard.call(operations.deleteTemplate, { params });
    written += 1;
  }
  return written;
}

/** All ids of a list, page by page, and the time of each page. */
async function walk(client: Client, tookMs: number[]): Promise<string[]> {
  const ids: string[] = [];
  for (let page = 1, totalPages = 1; page <= totalPages; page += 1) {
    const startedAt = performance.now();
    const { templates, pagination } = await client.listTemplates({ page, pageSize });
    tookMs.push(performance.now() - startedAt);
    totalPages = pagination.totalPages;
    ids.push(...templates.map(({ templateId }) => templateId));
  }
  return ids;
}

faultRow("L10", { timeoutMs: 180_000 }, async (figures) => {
  const end = new AbortController();
  const writing = Array.from({ length: writers }, (_, index) => write(`Writer ${index}`, end.signal));
  const tookMs: number[] = [];
  let wrong = 0;
  let walks = 0;
  for (const { keys, templates } of projects) {
    for (const apiKey of keys) {
      const ids = await walk(createClient({ baseUrl: platen.baseUrl, apiKey }), tookMs);
      walks += 1;
      if (ids.length !== templates || new Set(ids).size !== templates) wrong += 1;
    }
  }
  end.abort();
  const written = (await Promise.all(writing)).reduce((sum, count) => sum + count, 0);
  figures.exactly(
    "templates listed, of 100 projects",
    projects.reduce((sum, { templates }) => sum + templates, 0),
    5_000,
  );
  figures.exactly("walks over all pages, each with another key", walks, 200);
  figures.exactly("walks with a missing or doubled item", wrong, 0);
  figures.atLeast("templates that others created and changed meanwhile", written, 50);
  figures.atMost("p95 of the pages", quantile(tookMs, 0.95), 50, "ms");
});
