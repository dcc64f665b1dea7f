import { resolve } from "node:path";
import type { BenchContext } from "../bench-context.ts";
import { dataJson } from "../documents/bench-document.ts";
import { documents } from "../documents/documents.ts";
import type { OnCleanup } from "../cleanup.ts";
import type { Competitor } from "../measure/measure-window.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import { startScratchPlaten } from "../scratch-platen.ts";
import { createBenchProject } from "../create-bench-project.ts";
import { createPoster } from "../http/http-poster.ts";

/** Starts the whole service and returns a function that makes it a competitor with a number of connections. */
export async function startPlaten(
  context: BenchContext,
  onCleanup: OnCleanup,
  { chromiumPath, profileFolder }: { chromiumPath: string; profileFolder: string | undefined },
): Promise<(connections: number) => Competitor> {
  const { databaseUrl, gatewayUrl, pids } = await startScratchPlaten(context, onCleanup, {
    chromiumPath,
    durable: true,
    profileFolder: profileFolder && resolve(profileFolder),
  });
  const { key, templateIds } = await createBenchProject(databaseUrl, documents);
  const post = createPoster(gatewayUrl, { authorization: `Bearer ${key}` });
  const bodies = new Map(documents.map((document) => [document, dataJson(document)]));
  const parts: ProcessPart[] = [
    { part: "gateway", pid: pids.gateway, scope: "tree" },
    { part: "catalog", pid: pids.catalog, scope: "tree" },
    { part: "worker", pid: pids.worker ?? 0, scope: "self" },
    { part: "Redis", pid: pids.redis, scope: "tree" },
    { part: "PostgreSQL", pid: pids.postgres, scope: "tree" },
    { part: "browser", pid: pids.worker ?? 0, scope: "below" },
    { part: "load generator", pid: process.pid, scope: "self" },
  ];
  return (connections) => ({
    name: `Platen, ${connections} ${connections === 1 ? "connection" : "connections"}`,
    concurrency: connections,
    processes: () => parts,
    print: (document, run) =>
      post("/api/v1/generate", `{"templateId":"${templateIds.get(document)}","data":${bodies.get(document)?.(run)}}`),
  });
}
