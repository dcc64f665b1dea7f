// Reads a service's log, as `docker logs --timestamps` prints it, and prints the most warnings and errors of one cause
// within ten seconds, as lines a second, and that cause. Lines of a request belong to it and do not count. A cause is the
// message with the connection and the first word of the error, as in packages/telemetry. It needs Node.js alone, since it
// runs in a container of Node's image.
import { createInterface } from "node:readline";

type Line = { level?: string; message?: string; connection?: string; errorMessage?: string; requestId?: string };

const windowMs = 10_000;
const timesOf = new Map<string, number[]>();

/** The cause that a line names; undefined if it reports no fault, or that of a request. */
function causeOf(text: string): string | undefined {
  let line: Line;
  try {
    // The services log objects alone, with these fields (packages/telemetry).
    line = JSON.parse(text) as Line;
  } catch {
    return "a line that is not JSON";
  }
  if (line.level !== "warn" && line.level !== "error") return undefined;
  if (line.requestId !== undefined) return undefined;
  const [errorCode] = (line.errorMessage ?? "").split(" ", 1);
  return [line.message, line.connection, errorCode].filter(Boolean).join(" ");
}

/** The most of these times, which ascend, in one window. */
function maxInWindow(times: readonly number[]): number {
  let most = 0;
  let first = 0;
  for (const [at, time] of times.entries()) {
    while (time - (times[first] ?? time) >= windowMs) first += 1;
    most = Math.max(most, at - first + 1);
  }
  return most;
}

for await (const text of createInterface({ input: process.stdin })) {
  const gap = text.indexOf(" ");
  const cause = causeOf(text.slice(gap + 1));
  if (cause === undefined) continue;
  const times = timesOf.get(cause) ?? [];
  times.push(Date.parse(text.slice(0, gap)));
  timesOf.set(cause, times);
}
const [most] = [...timesOf]
  .map(([cause, times]) => ({ cause, lines: maxInWindow(times) }))
  .toSorted((one, other) => other.lines - one.lines);
process.stdout.write(`${(((most?.lines ?? 0) * 1_000) / windowMs).toFixed(1)}\t${most?.cause ?? "-"}\n`);
