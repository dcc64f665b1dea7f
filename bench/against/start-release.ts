import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { startOwnPostgres, startOwnRedis } from "@platen/testing";
import { z } from "zod";
import type { ProcessPart } from "../measure/process-usage.ts";
import { UserError } from "../user-error.ts";

/** What the process of a release starts. */
export type ReleaseOptions = {
  postgresUrl: string;
  redisUrl: string;
  /** Workers of one slot without a browser. With 0, one worker with a browser runs. */
  stubSlots: number;
};

const services = z.object({
  baseUrl: z.string(),
  databaseUrl: z.string(),
  pids: z.object({ gateway: z.int(), catalog: z.int(), courier: z.int().optional(), worker: z.int().optional() }),
});
export type ReleaseServices = z.infer<typeof services>;

/** A running Platen of one release. */
export type Release = {
  name: string;
  baseUrl: string;
  databaseUrl: string;
  parts: ProcessPart[];
  stop(): Promise<void>;
};

/** The first start of a release installs its dependencies. */
const startTimeoutMs = 900_000;
const stopTimeoutMs = 60_000;

/**
 * Starts the services of the release in a folder, with its own dependencies and its own Node.js. PostgreSQL and Redis
 * are those of this benchmark, started alike for each release.
 */
export async function startRelease(name: string, folder: string, { stubSlots = 0 } = {}): Promise<Release> {
  const runner = join(folder, "infra/local/run.mjs");
  if (!existsSync(runner)) throw new UserError(`${name} has no infra/local/run.mjs: it is too old to be started`);
  const [postgres, redis] = await Promise.all([startOwnPostgres(), startOwnRedis()]);
  const options: ReleaseOptions = { postgresUrl: postgres.url, redisUrl: redis.url, stubSlots };
  const child = spawn(
    process.execPath,
    [runner, join(import.meta.dirname, "release-process.ts"), folder, JSON.stringify(options)],
    { cwd: folder, stdio: ["pipe", "pipe", "inherit"] },
  );
  const ended = once(child, "exit");
  const [line] = await Promise.race([
    once(createInterface(child.stdout), "line", { signal: AbortSignal.timeout(startTimeoutMs) }),
    ended.then(([code]) => {
      throw new Error(`the services of ${name} did not start: their process ended with code ${String(code)}`);
    }),
  ]);
  const { baseUrl, databaseUrl, pids } = services.parse(JSON.parse(String(line)));
  const { gateway, catalog, courier, worker } = pids;
  return {
    name,
    baseUrl,
    databaseUrl,
    parts: [
      { part: "gateway", pid: gateway, scope: "tree" },
      { part: "catalog", pid: catalog, scope: "tree" },
      ...(courier === undefined ? [] : [{ part: "courier", pid: courier, scope: "tree" as const }]),
      ...(worker === undefined
        ? []
        : [
            { part: "worker", pid: worker, scope: "self" as const },
            { part: "fill processes", pid: worker, scope: "Node.js below" as const },
            { part: "browser", pid: worker, scope: "others below" as const },
          ]),
      { part: "Redis", pid: redis.pid(), scope: "tree" },
      { part: "PostgreSQL", pid: postgres.pid(), scope: "tree" },
    ],
    async stop() {
      child.stdin.end();
      const timer = setTimeout(() => child.kill("SIGTERM"), stopTimeoutMs);
      await ended;
      clearTimeout(timer);
      await Promise.all([postgres.stop(), redis.stop()]);
    },
  };
}
