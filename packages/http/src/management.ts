import type { Registry } from "@platen/telemetry";
import express from "express";
import { watchEventLoop } from "./event-loop-watch.ts";
import { startServer, type ListenOptions, type RunningServer } from "./server.ts";

/** Says in words an operator can act on what speaks against this process; undefined when nothing does. */
export type Probe = () => string | undefined;

export type Probes = {
  /** What has to be done before the process counts as started; by default nothing. */
  startup?: Probe;
  /** Why it would be better to start it anew, besides an event loop that is held up. */
  liveness?: Probe;
  /** Why it must not get work: it stops, or is set up wrongly. A dependency that is away is not its business. */
  readiness: Probe;
};

const fine: Probe = () => undefined;

/**
 * Serves `/startupz`, `/livez`, `/readyz` and `/metrics` on a port of their own, which no customer reaches. What each
 * probe says in which fault: docs/probes.md.
 */
export async function startManagementServer(
  listen: ListenOptions,
  { registry, probes }: { registry: Registry; probes: Probes },
): Promise<RunningServer> {
  const eventLoop = watchEventLoop();
  const { startup = fine, liveness = fine, readiness } = probes;
  const answers: Record<string, Probe> = {
    "/startupz": startup,
    "/livez": () => eventLoop.problem() ?? liveness(),
    "/readyz": readiness,
  };

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
    async close(graceMs) {
      await server.close(graceMs);
      eventLoop.close();
    },
  };
}
