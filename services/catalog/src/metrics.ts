import { createRequestMetrics } from "@platen/http";
import { createMetricsRegistry, Gauge } from "@platen/telemetry";

export type DatabaseSources = {
  isAnswering: () => Promise<boolean>;
  connections: () => { busy: number; idle: number; requests: number };
};

/** Creates the catalog's metrics. The database counts as down until `observeDatabase` is called: the catalog waits for it. */
export function createMetrics() {
  const registry = createMetricsRegistry("catalog");
  const registers = [registry];
  let database: DatabaseSources | undefined;

  const isUp: Gauge = new Gauge({
    name: "platen_database_up",
    help: "Whether PostgreSQL answers this process.",
    registers,
    async collect(): Promise<void> {
      if (database) isUp.set((await database.isAnswering()) ? 1 : 0);
    },
  });
  const connections: Gauge<"state"> = new Gauge({
    name: "platen_database_connections",
    help: "Connections of this process to PostgreSQL, by whether they are in use.",
    labelNames: ["state"],
    registers,
    collect() {
      if (!database) return;
      const { busy, idle } = database.connections();
      connections.set({ state: "busy" }, busy);
      connections.set({ state: "idle" }, idle);
    },
  });
  const waiting: Gauge = new Gauge({
    name: "platen_database_waiting",
    help: "Statements that wait for a free connection to PostgreSQL.",
    registers,
    collect() {
      if (database) waiting.set(database.connections().requests);
    },
  });

  return {
    registry,
    observeRequest: createRequestMetrics(registry),
    observeDatabase(sources: DatabaseSources): void {
      database = sources;
    },
  };
}

export type Metrics = ReturnType<typeof createMetrics>;
