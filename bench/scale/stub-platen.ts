import { stat } from "node:fs/promises";
import { join } from "node:path";
import { describeService, withConnection } from "@platen/provisioning";
import { startProgram, testServiceOptions } from "@platen/testing";
import { Redis } from "ioredis";
import { createBatchSender, type MadeBatch } from "../batches/batch-sender.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import { startPlaten } from "../start-platen.ts";
import { createStubProjects, requestsTo, stubTemplate } from "./stub-projects.ts";

/** Workers that share a process, which saves memory. */
const workersPerProcess = 8;

/** A Platen whose workers have no browser. */
export type StubPlaten = {
  redisUrl: string;
  /** The processes started so far. */
  parts: readonly ProcessPart[];
  slots(): number;
  gateways(): number;
  /** Starts workers of one slot each until there are `slots`. */
  growTo(slots: number): Promise<void>;
  addGateway(): Promise<void>;
  /** Asks for documents that take `printMs` to print, of each project and each gateway in turn. */
  requester(printMs: number): () => Promise<Buffer>;
  /** Has a batch of the first project made, of documents that take `printMs` to print. */
  makeBatch(rows: number, printMs: number): Promise<MadeBatch>;
  stop(): Promise<void>;
  /** The bytes that have been written so far, by what they are. */
  written(): Promise<Written>;
};

/** Bytes of Redis' log, of PostgreSQL's log (WAL), of the records with their indexes, and of the services' own logs. */
export type Written = { redisLog: number; postgresLog: number; records: number; serviceLogs: number };

export async function startStubPlaten(): Promise<StubPlaten> {
  const platen = await startPlaten({ workers: 0 });
  const { catalog, gateways } = platen.processes;
  const projects = await createStubProjects(platen.databaseUrl);
  const parts = [...platen.parts];
  const workerLogs: string[] = [];
  const workers: { kill(signal: NodeJS.Signals): void }[] = [];
  const gatewayUrls = [platen.baseUrl];
  let slots = 0;

  const startWorkers = async (count: number): Promise<void> => {
    slots += count;
    const part = await describeService(testServiceOptions(), "worker", `stub-workers-${slots}`, {
      CATALOG_URL: catalog.url,
      REDIS_URL: platen.redisUrl,
      SERVICE_TOKEN_PUBLIC_KEY: platen.keys.publicKey,
      COURIER_TOKEN_PUBLIC_KEY: platen.courierKeys.publicKey,
      CHROMIUM_PATH: "none",
      RENDER_CONCURRENCY: "1",
      STUB_WORKERS: String(count),
    });
    workerLogs.push(part.logFile);
    const running = await startProgram({
      ...part,
      args: [...part.args.slice(0, -1), join(import.meta.dirname, "stub-workers.ts")],
    });
    workers.push(running);
    parts.push({ part: "workers", pid: running.pid, scope: "tree" });
  };

  return {
    redisUrl: platen.redisUrl,
    parts,
    slots: () => slots,
    gateways: () => gateways.length,
    async growTo(wanted) {
      for (let missing = wanted - slots; missing > 0; missing -= workersPerProcess) {
        await startWorkers(Math.min(workersPerProcess, missing));
      }
    },
    async addGateway() {
      const { pid, url } = await platen.startGateway();
      parts.push({ part: "gateway", pid, scope: "tree" });
      gatewayUrls.push(url);
    },
    requester: (printMs) => requestsTo(gatewayUrls, projects, printMs),
    makeBatch(rows, printMs) {
      const [project] = projects;
      if (project === undefined) throw new Error("this Platen has no project");
      return createBatchSender({ ...platen, parts }, project).make(stubTemplate, rows, { printMs });
    },
    async stop() {
      for (const worker of workers) worker.kill("SIGTERM");
      await platen.stop();
    },
    async written() {
      const redis = new Redis(platen.redisUrl, {
        connectTimeout: 5_000,
        commandTimeout: 5_000,
        retryStrategy: () => null,
      });
      try {
        const redisLog = Number(/^aof_current_size:(\d+)/m.exec(await redis.info("persistence"))?.[1]);
        const logged = await Promise.all(workerLogs.map(async (path) => (await stat(path)).size));
        const ofServices = [catalog, ...gateways].map((service) => Buffer.byteLength(service.output()));
        const serviceLogs = [...logged, ...ofServices].reduce((sum, bytes) => sum + bytes, 0);
        const { postgresLog, records } = await sizesOf(platen.databaseUrl);
        return { redisLog, postgresLog, records, serviceLogs };
      } finally {
        redis.disconnect();
      }
    },
  };
}

function sizesOf(databaseUrl: string): Promise<{ postgresLog: number; records: number }> {
  return withConnection(databaseUrl, async (connection) => {
    const { rows } = await connection.query<{ postgresLog: string; records: string }>(
      `SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS "postgresLog",
              (SELECT sum(pg_total_relation_size(relid)) FROM pg_partition_tree('documents')) AS records`,
    );
    return { postgresLog: Number(rows[0]?.postgresLog), records: Number(rows[0]?.records) };
  });
}
