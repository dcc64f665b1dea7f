import { createTransport } from "@platen/client";
import { operations, type RequestOf } from "@platen/contracts";
import { withConnection } from "@platen/provisioning";
import { startEmptyPlaten, startOwnPostgres, startOwnRedis } from "@platen/testing";
import type { BenchContext } from "../bench-context.ts";
import { createProject } from "../create-project.ts";
import { describeMachine } from "../measure/report-results.ts";
import { median } from "../measure/statistics.ts";
import { openCatalog } from "../open-catalog.ts";
import type { Report } from "../report/report.ts";
import { buildDocuments, keyOf, templateOf } from "./build-documents.ts";

const warmUpRounds = 10;
const rounds = 60;
const pageSize = 20;
const otherProjects = 90;
const goal = 2;

/** Loading writes each row once, without the log that a crash needs, and leaves vacuum to `buildDocuments`. */
const loadSettings = [
  "wal_level=minimal",
  "max_wal_senders=0",
  "shared_buffers=1GB",
  "max_wal_size=4GB",
  "checkpoint_timeout=30min",
  "autovacuum=off",
];

type Case = { name: string; isSweep: boolean; run: () => Promise<unknown> };
const sweep = (name: string, run: () => Promise<unknown>): Case => ({ name, isSweep: true, run });
const dayAgo = (days: number) => new Date(Date.now() - days * 24 * 60 * 60 * 1_000).toISOString();

type Query = NonNullable<RequestOf<typeof operations.listDocuments.key>["query"]>;

/** Compares lists and sweeps of very many documents with those of fewer: their cost must not grow with the table. */
export async function benchDocuments({ say }: BenchContext, counts: readonly number[]): Promise<Report> {
  const machine = describeMachine("no browser");
  const [postgres, redis] = await Promise.all([startOwnPostgres({ settings: loadSettings }), startOwnRedis()]);
  const { baseUrl, databaseUrl, keys } = await startEmptyPlaten({
    workers: 0,
    postgresUrl: postgres.url,
    redisUrl: redis.url,
    env: { gateway: { RATE_LIMIT_PER_MINUTE: "10000000" } },
  });
  const [large, small] = await Promise.all([createProject(databaseUrl, []), createProject(databaseUrl, [])]);
  const created = await Promise.all(Array.from({ length: otherProjects }, () => createProject(databaseUrl, [])));
  const others = created.map(({ projectId }) => projectId);
  const dependencies = await openCatalog(databaseUrl, keys.publicKey);

  const transportOf = ({ key }: typeof large) =>
    createTransport({ baseUrl, timeoutMs: 30_000, headers: () => ({ authorization: `Bearer ${key}` }) });

  function casesOf(known: { documentId: string; requestId: string }): Case[] {
    const list = (name: string, query: Query, of = large): Case => ({
      name,
      isSweep: false,
      run: () => transportOf(of).call(operations.listDocuments.key, { query: { pageSize, ...query } }),
    });
    const { lostDocuments, oldDocuments, backgroundDocuments } = dependencies;
    return [
      list("page 1 of a project with 0.01 % of all", {}, small),
      list("page 1 of a project with 10 % of all", {}),
      list("its page 2500", { page: 2_500 }),
      list("its page 5000", { page: 5_000 }),
      list("its failed documents", { status: "failed" }),
      list("its documents of a template", { templateId: templateOf(large.projectId, 1) }),
      list("its documents of a key", { keyId: keyOf(large.projectId, 1) }),
      list("its documents with a warning", { warning: "any" }),
      list("its documents of a day", { from: dayAgo(31), to: dayAgo(30) }),
      list("a document by its id", { search: known.documentId }),
      list("a document by its request's id", { search: known.requestId }),
      sweep("sweep: lost documents", () => lostDocuments.closeLost()),
      sweep("sweep: old documents", () => oldDocuments.removeOld()),
      sweep("sweep: background documents that are due", () => backgroundDocuments.backlog()),
      sweep("lease of background documents", () =>
        backgroundDocuments.lease({ courier: "bench", documents: 10, inputBytes: 1e6, served: [], servedFlows: [] }),
      ),
    ];
  }

  const results: { count: number; loadSeconds: number; bytes: number; medians: Map<string, number> }[] = [];
  let cases: Case[] = [];
  try {
    for (const count of counts) {
      say(`Building ${count} documents ...`);
      const startedAt = performance.now();
      await buildDocuments(databaseUrl, { large: large.projectId, small: small.projectId, others }, count);
      const loadSeconds = (performance.now() - startedAt) / 1_000;
      const { bytes, ...known } = await withConnection(databaseUrl, async (database) => {
        const { rows: sizes } = await database.query<{ bytes: string }>(
          `SELECT sum(pg_total_relation_size(inhrelid)) AS bytes FROM pg_inherits WHERE inhparent = 'documents'::regclass`,
        );
        const { rows } = await database.query<{ documentId: string; requestId: string }>(
          `SELECT document_id AS "documentId", request_id AS "requestId" FROM documents
           WHERE project_id = $1 AND request_id IS NOT NULL ORDER BY created_at OFFSET 1000 LIMIT 1`,
          [large.projectId],
        );
        if (!rows[0]) throw new Error("the large project has no documents");
        return { bytes: Number(sizes[0]?.bytes), ...rows[0] };
      });
      say(`  built in ${loadSeconds.toFixed(0)} s, ${(bytes / 1e9).toFixed(1)} GB`);
      cases = casesOf(known);
      const durations = new Map(cases.map(({ name }) => [name, [] as number[]]));
      // In turn, so that a slow moment of the machine affects all of them.
      for (let round = 0; round < warmUpRounds + rounds; round += 1) {
        for (const { name, run } of cases) {
          const from = performance.now();
          await run();
          if (round >= warmUpRounds) durations.get(name)?.push(performance.now() - from);
        }
      }
      const medians = new Map([...durations].map(([name, values]) => [name, median(values)]));
      results.push({ count, loadSeconds, bytes, medians });
    }
  } finally {
    await dependencies.close();
  }

  const [baseline, ...larger] = results;
  const ratioOf = (name: string, { medians }: (typeof results)[number]) =>
    (medians.get(name) ?? Number.NaN) / (baseline?.medians.get(name) ?? Number.NaN);
  const slowest = (isSweep: boolean) =>
    larger.map((result) =>
      Math.max(...cases.filter((one) => one.isSweep === isSweep).map(({ name }) => ratioOf(name, result))),
    );
  return {
    machine,
    tables: [
      {
        columns: [
          "What",
          ...results.map(({ count }) => `ms of ${count}`),
          ...larger.map(({ count }) => `ratio of ${count}`),
        ],
        rows: cases.map(({ name }) => [
          name,
          ...results.map(({ medians }) => (medians.get(name) ?? Number.NaN).toFixed(1)),
          ...larger.map((result) => ratioOf(name, result).toFixed(2)),
        ]),
      },
    ],
    figures: [
      {
        name: `documents: slowest list relative to ${baseline?.count} documents`,
        values: slowest(false),
        goal: { atMost: goal },
      },
      {
        name: `documents: slowest sweep relative to ${baseline?.count} documents`,
        values: slowest(true),
        goal: { atMost: goal },
      },
    ],
    notes: results.map(
      ({ count, loadSeconds, bytes }) =>
        `${count} documents: ${(bytes / count).toFixed(0)} bytes each with indexes, built in ${loadSeconds.toFixed(0)} s`,
    ),
    failures: [],
  };
}
