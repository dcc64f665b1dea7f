import type { Registry } from "@platen/telemetry";
import express from "express";
import { startServer, type ListenOptions, type RunningServer } from "./server.ts";

export type Health = { ok: boolean; reason?: string };

/**
 * Serves `/livez`, `/readyz` and `/metrics` on a port of their own, which no customer reaches. `live` and `ready` say
 * whether this process works and wants traffic; a dependency that is away is not their business.
 */
export function startManagementServer(
  listen: ListenOptions,
  options: { registry: Registry; live: () => Health; ready: () => Health },
): Promise<RunningServer> {
  const app = express();
  app.disable("x-powered-by");
  for (const [path, check] of [
    ["/livez", options.live],
    ["/readyz", options.ready],
  ] as const) {
    app.get(path, (_request, response) => {
      const health = check();
      response.status(health.ok ? 200 : 503).json(health);
    });
  }
  app.get("/metrics", async (_request, response) => {
    response.type(options.registry.contentType).send(await options.registry.metrics());
  });
  return startServer(app, listen);
}
