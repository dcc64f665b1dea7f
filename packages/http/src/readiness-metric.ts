import { Gauge, type Registry } from "@platen/telemetry";

/** Shows the readiness of a process as a metric, so that an alert sees an installation in which no process is ready. */
export function createReadinessMetric(registry: Registry, readiness: () => string | undefined): void {
  const isReady: Gauge = new Gauge({
    name: "platen_ready",
    help: "Whether this process may get work: the answer of its readiness probe.",
    registers: [registry],
    collect: () => isReady.set(readiness() === undefined ? 1 : 0),
  });
}
