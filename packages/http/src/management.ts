import type { Logger, Registry } from "@platen/telemetry";
import express from "express";
import { watchEventLoop } from "./event-loop-watch.ts";
import { createMemoryMetrics } from "./memory-watch.ts";
import { createReadinessMetric } from "./readiness-metric.ts";
import { createStallReport } from "./report-stalls.ts";
import { startServer, type ListenOptions, type RunningServer } from "./server.ts";

export type ManagementServer = RunningServer & { liveness: Probe };

/** Describes the problem of this process in words an operator can act on; undefined when there is no problem. */
export type Probe = () => string | undefined;

export type Probes = {
  /** Reports why the process has not started yet. By default it has started once it answers. */
  startup?: Probe;
  /** Reports why the process needs a restart, besides a blocked event loop. */
  liveness?: Probe;
  /** Reports why the process must not get work: it is shutting down or misconfigured. Ignores unavailable dependencies. */
  readiness: Probe;
};

const noProblem: Probe = () => undefined;

/**
 * Reports a problem only until there is none for the first time. For what all processes share: a problem that comes later
 * would make all of them unready at once, and callers would get a load balancer's error page.
 */
export function onlyAtStart(probe: Probe): Probe {
  let wasSolved = false;
  return () => {
    const problem = probe();
    wasSolved ||= problem === undefined;
    return wasSolved ? undefined : problem;
  };
}

/**
 * Serves `/startupz`, `/livez`, `/readyz` and `/metrics` on a separate port that customers cannot reach. docs/probes.md
 * lists the answer of each probe in each fault.
 */
export async function startManagementServer(
  listen: ListenOptions,
  { registry, logger, probes }: { registry: Registry; logger: Logger; probes: Probes },
): Promise<ManagementServer> {
  const eventLoop = watchEventLoop(createStallReport({ registry, logger }));
  const { startup = noProblem, readiness } = probes;
  const liveness: Probe = () => eventLoop.problem() ?? probes.liveness?.();
  const answers: Record<string, Probe> = {
    "/startupz": startup,
    "/livez": liveness,
    "/readyz": readiness,
  };
  createReadinessMetric(registry, readiness);
  createMemoryMetrics(registry);

  const app = express();
  app.disable("x-powered-by");
  app.disable("etag");
  for (const [path, probe] of Object.entries(answers)) {
    app.get(path, (_request, response) => {
      const reason = probe();
      response.set("Cache-Control", "no-store");
      response
        .status(reason === undefined ? 200 : 503)
        .json(reason === undefined ? { ok: true } : { ok: false, reason });
    });
  }
  app.get("/metrics", async (_request, response) => {
    response.type(registry.contentType).send(await registry.metrics());
  });
  const server = await startServer(app, listen);
  return {
    port: server.port,
    liveness,
    async close(graceMs) {
      await server.close(graceMs);
      eventLoop.close();
    },
  };
}
