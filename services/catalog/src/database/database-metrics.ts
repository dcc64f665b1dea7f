import { Counter, Gauge, type createMetricsRegistry } from "@platen/telemetry";
import { databaseFailureCauses, type DatabaseFailureCause } from "./database-error.ts";
import type { ProbeResult } from "./database-probe.ts";

type DatabaseSources = {
  look: () => Promise<ProbeResult>;
  connections: () => { busy: number; idle: number; requests: number };
};

/** Registers the metrics of PostgreSQL. It counts as down until `observeDatabase` is called: the catalog waits for it. */
export function registerDatabaseMetrics(registry: ReturnType<typeof createMetricsRegistry>) {
  const registers = [registry];
  let database: DatabaseSources | undefined;

  const isUp: Gauge = new Gauge({
    name: "platen_database_up",
    help: "Whether PostgreSQL answers this process.",
    registers,
    async collect(): Promise<void> {
      const state = await database?.look();
      if (state !== undefined) isUp.set(state === "away" || state === "silent" ? 0 : 1);
    },
  });
  const isReadOnly: Gauge = new Gauge({
    name: "platen_database_read_only",
    help: "Whether PostgreSQL answers this process and refuses every write, as a standby does.",
    registers,
    async collect(): Promise<void> {
      isReadOnly.set((await database?.look()) === "read_only" ? 1 : 0);
    },
  });
  const failures = new Counter({
    name: "platen_database_failures_total",
    help: "Times that PostgreSQL failed a request, by cause.",
    labelNames: ["cause"],
    registers,
  });
  // A counter that begins with its first failure would hide it from `increase`.
  for (const cause of databaseFailureCauses) failures.inc({ cause }, 0);
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
    countDatabaseFailure(cause: DatabaseFailureCause): void {
      failures.inc({ cause });
    },
    observeDatabase(sources: DatabaseSources): void {
      database = sources;
    },
  };
}
