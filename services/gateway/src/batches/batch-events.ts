import { setTimeout as delay } from "node:timers/promises";
import { isProblem, type operations, type ResponseOutput } from "@platen/contracts";
import type { Follower } from "./shared-reads.ts";

type Batch = ResponseOutput<typeof operations.getBatch.key>;

/** How often the batch is read, and told if it has changed. */
const everyMs = 1_000;
/** Proxies close a connection that is silent for longer, and a caller who has vanished is noticed. */
const heartbeatMs = 15_000;
/** The server cuts off answers after a minute. */
const longestMs = 55_000;
/** After so long an `EventSource` comes back; later when too many wait already. */
const comeBackMs = { usual: 1_000, busy: 10_000 };

/** Names what a batch looks like. It changes with each row that is done. */
function idOf({ status, attempt, rowCount, counts }: Batch): string {
  return [status, attempt, rowCount, counts.completed, counts.failed, counts.cancelled].join("-");
}

const hasEnded = ({ status }: Batch) => status === "completed" || status === "cancelled";

/** Whether a caller who has seen the event with this id knows the end of a batch. */
export function knowsEnd(batch: Batch, lastEventId: string | undefined): boolean {
  return hasEnded(batch) && idOf(batch) === lastEventId;
}

/** Waits, or until the signal fires. */
async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined);
}

export type BatchEventsOptions = {
  /** The event that the caller has seen last. */
  lastEventId: string | undefined;
  /** Takes a place among those who wait, in which the batch is read again; undefined when too many do. */
  enter: () => Follower<Batch> | undefined;
  /** Fires when the caller hangs up, or the gateway closes. */
  signal: AbortSignal;
  pause?: typeof pauseFor;
  /** The time in milliseconds. */
  now?: () => number;
};

/**
 * Tells of a batch by Server-Sent Events: `progress` when it has changed, at most once a second, and `end` with its end. The
 * stream is over after 55 seconds, and a caller comes back with the id of the last event. Where too many wait already, it is
 * over after the first event. Each event is made when the caller has taken the one before, so a slow caller misses some.
 */
export async function* batchEvents(
  first: Batch,
  options: BatchEventsOptions,
): AsyncGenerator<Uint8Array, void, undefined> {
  const { enter, signal, pause = pauseFor, now = () => performance.now() } = options;
  const place = enter();
  const endsAt = now() + longestMs;
  let { lastEventId } = options;
  let toldAt = now();
  let batch: Batch | undefined = first;

  function next(): string {
    if (batch && idOf(batch) !== lastEventId) {
      lastEventId = idOf(batch);
      return `id: ${lastEventId}\nevent: ${hasEnded(batch) ? "end" : "progress"}\ndata: ${JSON.stringify(batch)}\n\n`;
    }
    return now() - toldAt >= heartbeatMs ? ": nothing has changed\n\n" : "";
  }

  try {
    yield Buffer.from(`retry: ${place ? comeBackMs.usual : comeBackMs.busy}\n\n`);
    for (;;) {
      const text = next();
      if (text !== "") {
        toldAt = now();
        yield Buffer.from(text);
      }
      if (!place || (batch && hasEnded(batch))) return;
      await pause(everyMs, signal);
      if (signal.aborted || now() >= endsAt) return;
      try {
        batch = await place.read();
      } catch (error) {
        // A refusal comes with its reason when the caller comes back. Other failures may pass.
        if (!isProblem(error) || (error.status < 500 && error.code !== "rate.limited")) return;
        batch = undefined;
      }
    }
  } finally {
    place?.leave();
  }
}
