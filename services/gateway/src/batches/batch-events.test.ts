import { expect, test } from "@jest/globals";
import { Problem, type operations, type ResponseOutput } from "@platen/contracts";
import { batchEvents, knowsEnd, type BatchEventsOptions } from "./batch-events.ts";

type Batch = ResponseOutput<typeof operations.getBatch.key>;

function batch(completed: number, status: Batch["status"] = "running", attempt = 1): Batch {
  const at = "2026-11-23T10:20:00.123Z";
  return {
    batchId: "bat_01jd3k8v7n2q4r6s8t0v2w4x6z",
    name: "Two\nlines",
    templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z",
    templateName: "Payslip",
    version: 1,
    filename: null,
    status,
    reason: null,
    rowCount: 1_000,
    counts: { completed, failed: 0, cancelled: 0, open: 1_000 - completed },
    pageCount: completed,
    sizeBytes: 0,
    rowsWithWarnings: 0,
    renderMs: 0,
    attempt,
    metadata: null,
    stopAfterFailures: null,
    notBefore: null,
    estimatedEnd: null,
    createdAt: at,
    startedAt: at,
    finishedAt: null,
  };
}

/** A stream whose reads give what the test lists, the last one again and again. Time passes in its pauses alone. */
function stream(reads: (Batch | Problem)[], given: Partial<BatchEventsOptions> = {}) {
  let nowMs = 0;
  let index = 0;
  let held = 0;
  const read = () => {
    const found = reads[Math.min((index += 1), reads.length - 1)];
    return found instanceof Problem ? Promise.reject(found) : Promise.resolve(found as Batch);
  };
  const events = batchEvents(reads[0] as Batch, {
    lastEventId: undefined,
    enter: () => {
      held += 1;
      return { read, leave: () => void (held -= 1) };
    },
    signal: new AbortController().signal,
    pause: async (ms) => void (nowMs += ms),
    now: () => nowMs,
    ...given,
  });
  return { events, nowMs: () => nowMs, held: () => held, reads: () => index };
}

type Told = { id?: string; event?: string; data?: Batch; comment?: string; retry?: string };

function parsed(piece: Uint8Array): Told {
  const text = Buffer.from(piece).toString();
  expect(text.endsWith("\n\n")).toBe(true);
  const fields = text.trimEnd().split("\n");
  return Object.fromEntries(
    fields.map((field): [string, unknown] => {
      const at = field.indexOf(": ");
      const [name, value] = [field.slice(0, at), field.slice(at + 2)];
      return name === "data" ? [name, JSON.parse(value)] : [name === "" ? "comment" : name, value];
    }),
  );
}

async function all(events: AsyncIterable<Uint8Array>): Promise<Told[]> {
  const told: Told[] = [];
  for await (const piece of events) told.push(parsed(piece));
  return told;
}
const shown = (told: readonly Told[]) => told.map(({ event, data }) => [event, data?.counts.completed]);

test("each change of a batch is told once, as the record itself, and its end is the last event", async () => {
  const { events, held } = stream([
    batch(0),
    batch(0),
    batch(7),
    batch(7, "paused"),
    batch(9),
    batch(1_000, "completed"),
  ]);
  const [retry, ...told] = await all(events);
  expect(retry).toEqual({ retry: "1000" });
  expect(shown(told)).toEqual([
    ["progress", 0],
    ["progress", 7],
    ["progress", 7],
    ["progress", 9],
    ["end", 1_000],
  ]);
  expect(told[0]?.data).toEqual(batch(0));
  expect(new Set(told.map(({ id }) => id)).size).toBe(5);
  expect(held()).toBe(0);
});

test("a caller who comes back is told what has changed, and after the end nothing", async () => {
  const [, first] = await all(stream([batch(5), batch(5, "cancelled")]).events);
  const again = await all(stream([batch(5), batch(6, "completed")], { lastEventId: first?.id }).events);
  expect(shown(again.slice(1))).toEqual([["end", 6]]);
  const end = again.at(-1)?.id;
  expect([knowsEnd(batch(6, "completed"), end), knowsEnd(batch(6, "completed"), first?.id)]).toEqual([true, false]);
  // Its failed rows are made again.
  expect([knowsEnd(batch(6, "completed", 2), end), knowsEnd(batch(5), first?.id)]).toEqual([false, false]);
});

test("a stream without news has a heartbeat each 15 seconds, and is over after 55", async () => {
  const { events, nowMs, held } = stream([batch(5)]);
  const told = await all(events);
  expect(told.slice(2)).toEqual(Array.from({ length: 3 }, () => ({ comment: "nothing has changed" })));
  expect([nowMs(), held()]).toEqual([55_000, 0]);
});

test("where too many wait, the stream is over after the first event, and says to come back later", async () => {
  const { events, reads } = stream([batch(5)], { enter: () => undefined });
  const [retry, ...told] = await all(events);
  expect([retry, shown(told), reads()]).toEqual([{ retry: "10000" }, [["progress", 5]], 0]);
});

test("a catalog that is away delays events; a batch or key that is gone ends the stream", async () => {
  const away = new Problem("dependency.unavailable");
  const { events, held } = stream([batch(5), away, away, batch(6), new Problem("batch.not_found"), batch(7)]);
  const told = await all(events);
  expect(shown(told.slice(1))).toEqual([
    ["progress", 5],
    ["progress", 6],
  ]);
  expect(held()).toBe(0);
});

test("a caller who does not read has nothing read for it, and a gateway that closes ends the stream", async () => {
  const closing = new AbortController();
  const { events, reads, held } = stream([batch(5), batch(6), batch(7)], { signal: closing.signal });
  await events.next();
  await events.next();
  await new Promise(setImmediate);
  expect([reads(), held()]).toEqual([0, 1]);
  closing.abort();
  expect([await events.next(), held()]).toEqual([{ done: true, value: undefined }, 0]);
});
