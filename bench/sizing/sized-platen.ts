import { samples } from "@platen/samples";
import type { Surroundings } from "../benchmark.ts";
import { table } from "../documents/table.ts";
import type { AtEnd } from "../ending.ts";
import { createBenchProject } from "../generate/create-bench-project.ts";
import { createAsker, type Asker } from "../http/asker.ts";
import type { ProcessPart } from "../measure/process-usage.ts";
import { startScratchPlaten } from "../scratch-platen.ts";

/** A document to ask for. */
export type SizedRequest = { name: string; ask: Asker; body: string };

/** A Platen with real workers, and what to ask it for. */
export type SizedPlaten = {
  /** One of each sample, and a table of 50 pages. */
  requests: SizedRequest[];
  parts(): ProcessPart[];
  workers(): number;
  addWorker(): Promise<void>;
};

export async function startSizedPlaten(
  surroundings: Surroundings,
  atEnd: AtEnd,
  { chromiumPath, slotsPerWorker }: { chromiumPath: string; slotsPerWorker: number },
): Promise<SizedPlaten> {
  const platen = await startScratchPlaten(surroundings, atEnd, {
    chromiumPath,
    durable: true,
    variables: { worker: { RENDER_CONCURRENCY: String(slotsPerWorker) } },
  });
  const { key, templateIds } = await createBenchProject(platen.databaseUrl, [...samples, table]);
  const ask = createAsker(platen.gatewayUrl, { authorization: `Bearer ${key}` });
  const requests = [...templateIds].map(([template, templateId]) => {
    const data = "sampleData" in template ? template.sampleData : template.data("SIZING");
    return { name: template.name, ask, body: JSON.stringify({ templateId, data }) };
  });
  return {
    requests,
    parts: () => [
      { part: "gateway", pid: platen.pids.gateway, scope: "tree" },
      { part: "catalog", pid: platen.pids.catalog, scope: "tree" },
      { part: "Redis", pid: platen.pids.redis, scope: "tree" },
      { part: "PostgreSQL", pid: platen.pids.postgres, scope: "tree" },
      ...platen.pids.workers.flatMap((pid): ProcessPart[] => [
        { part: "worker", pid, scope: "self" },
        { part: "browser", pid, scope: "below" },
      ]),
      { part: "load generator", pid: process.pid, scope: "self" },
    ],
    workers: () => platen.pids.workers.length,
    async addWorker() {
      await platen.startAnother("worker");
    },
  };
}
