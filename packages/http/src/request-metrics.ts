import { Counter, Histogram, type Registry } from "@platen/telemetry";
import type { RequestObserver } from "./request-context.ts";

/** Creates the observer that counts and times requests, for `setUpRequestContext`. Labels are bounded. */
export function createRequestMetrics(registry: Registry): RequestObserver {
  const registers = [registry];
  const requests = new Counter({
    name: "platen_requests_total",
    help: "Answered requests, by operation and status class. Requests refused because the queue is full have the class refused.",
    labelNames: ["operation", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "platen_request_duration_seconds",
    help: "Time from the head of a request to the end of its answer.",
    labelNames: ["operation"],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    registers,
  });
  const tooComplex = new Counter({
    name: "platen_requests_too_complex_total",
    help: "Requests that were ended because reading and checking them exceeded a limit of time or memory, by operation.",
    labelNames: ["operation"],
    registers,
  });
  return ({ operationId, status, problemCode, durationMs }) => {
    if (problemCode === "request.too_complex") tooComplex.inc({ operation: operationId });
    // A class of its own: subtracting another counter from the failures later would make rates wrong.
    const answered = problemCode === "queue.full" ? "refused" : `${Math.floor(status / 100)}xx`;
    requests.inc({ operation: operationId, status: answered });
    durations.observe({ operation: operationId }, durationMs / 1_000);
  };
}
