import { join } from "node:path";
import { describeService, withConnection } from "@platen/provisioning";
import type { BenchContext } from "../bench-context.ts";
import { invoice } from "../documents/invoice.ts";
import type { OnCleanup } from "../cleanup.ts";
import { createBenchProject } from "../create-bench-project.ts";
import { createHttpClient, type PostJson } from "../http/http-client.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import { startScratchPlaten } from "../scratch-platen.ts";
import { printTimeMark } from "./stub-engine.ts";

/** Customers that share the load, each with a project, a template and a key. */
const projectCount = 16;
/** Workers that share a process, which saves memory. */
const workersPerProcess = 8;

/** A Platen whose workers have no browser. */
export type StubPlaten = {
  redisUrl: string;
  /** The processes started so far. */
  parts(): ProcessPart[];
  slots(): number;
  gateways(): number;
  /** Starts workers of one slot each until there are `slots`. */
  growTo(slots: number): Promise<void>;
  addGateway(): Promise<void>;
  /** A request of each project to each gateway, for a document that takes `printMs` to print. */
  requests(printMs: number): { post: PostJson; body: string }[];
  /** The size of a document's record in PostgreSQL. */
  bytesPerRecord(): Promise<number>;
};

const template = { ...invoice, html: invoice.html.replace("</body>", `${printTimeMark}</body>`) };

export async function startStubPlaten(context: BenchContext, onCleanup: OnCleanup): Promise<StubPlaten> {
  const platen = await startScratchPlaten(context, onCleanup, { durable: true });
  const projects = await Promise.all(
    Array.from({ length: projectCount }, () => createBenchProject(platen.databaseUrl, [template])),
  );
  const parts: ProcessPart[] = [
    { part: "gateway", pid: platen.pids.gateway, scope: "tree" },
    { part: "catalog", pid: platen.pids.catalog, scope: "tree" },
    { part: "Redis", pid: platen.pids.redis, scope: "tree" },
    { part: "PostgreSQL", pid: platen.pids.postgres, scope: "tree" },
    { part: "load generator", pid: process.pid, scope: "self" },
  ];
  const clientsOf = (gatewayUrl: string) =>
    projects.map(({ key, templateIds }) => ({
      post: createHttpClient(gatewayUrl, { authorization: `Bearer ${key}` }),
      templateId: templateIds.get(template) ?? "",
    }));
  const gateways = [clientsOf(platen.gatewayUrl)];
  let slots = 0;

  const startWorkers = async (count: number): Promise<void> => {
    slots += count;
    const name = `stub-workers-${slots}`;
    const pid = await platen.startBeside(async ({ folder, environment }) => {
      const own = { rootFolder: context.rootFolder, logFolder: folder, environment };
      const part = await describeService(own, "worker", name, {
        CATALOG_URL: platen.catalogUrl,
        REDIS_URL: platen.redisUrl,
        SERVICE_TOKEN_PUBLIC_KEY: platen.keys.publicKey,
        CHROMIUM_PATH: "none",
        RENDER_CONCURRENCY: "1",
        STUB_WORKERS: String(count),
      });
      return { ...part, args: [...part.args.slice(0, -1), join(import.meta.dirname, "stub-workers.ts")] };
    });
    parts.push({ part: "workers", pid, scope: "tree" });
  };

  return {
    redisUrl: platen.redisUrl,
    parts: () => parts,
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
      gateways.push(clientsOf(url));
    },
    bytesPerRecord: () =>
      withConnection(platen.databaseUrl, async (connection) => {
        const { rows } = await connection.query<{ bytes: string }>(
          "SELECT pg_total_relation_size('documents') / greatest(count(*), 1) AS bytes FROM documents",
        );
        return Number(rows[0]?.bytes);
      }),
    requests: (printMs) => {
      // Requests beside each other go to different gateways.
      const data = JSON.stringify({ ...invoice.data("SCALE"), printMs });
      return Array.from({ length: projectCount }, (_, index) => index).flatMap((index) =>
        gateways.flatMap((clients) => {
          const found = clients[index];
          return found ? [{ post: found.post, body: `{"templateId":"${found.templateId}","data":${data}}` }] : [];
        }),
      );
    },
  };
}
