import { expect, test } from "@jest/globals";
import { gunzipSync } from "node:zlib";
import { createBatchMethods } from "./batches.ts";
import { createFollowEvents } from "./follow-events.ts";
import { createOpenStream } from "./open-stream.ts";
import { createSendByFetch } from "./send-by-fetch.ts";
import { createTransport } from "./transport.ts";

const batchId = "bat_01jd3k8v7n2q4r6s8t0v2w4x6z";
const at = "2026-01-31T09:00:00.000Z";
const batch = {
  batchId,
  name: null,
  templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z",
  templateName: "Payslip",
  version: 1,
  filename: null,
  reason: null,
  rowsWithWarnings: 0,
  pageCount: 0,
  sizeBytes: 0,
  renderMs: 0,
  attempt: 1,
  metadata: null,
  stopAfterFailures: null,
  notBefore: null,
  estimatedEnd: null,
  createdAt: at,
  startedAt: null,
  finishedAt: null,
};
const success = (data: unknown) => Response.json({ success: true, data });

/** The methods of a client whose requests `answer` answers. */
function methods(answer: (request: Request) => Promise<Response>) {
  const fetch: typeof globalThis.fetch = (input, init) => answer(new Request(input, init));
  const settings = { baseUrl: "https://platen.example", timeoutMs: 5_000 };
  return createBatchMethods(
    createTransport({ ...settings, send: createSendByFetch(fetch) }),
    createFollowEvents(createOpenStream({ ...settings, fetch })),
  );
}

/** A service that keeps rows, breaks the connection of every second request with rows, and may do so after it kept some. */
function keepingService(kept: string[]) {
  let requests = 0;
  return methods(async (request) => {
    if (request.method === "GET") {
      const counts = { completed: 0, failed: 0, cancelled: 0, open: kept.length };
      return success({ ...batch, status: "receiving", rowCount: kept.length, counts });
    }
    const offset = Number(request.headers.get("row-offset"));
    expect(request.headers.get("content-encoding")).toBe("gzip");
    const lines = gunzipSync(await request.arrayBuffer())
      .toString()
      .trimEnd()
      .split("\n");
    requests += 1;
    const isBroken = requests % 2 === 1;
    kept.push(...lines.slice(kept.length - offset, isBroken ? Math.ceil(lines.length / 2) : undefined));
    if (isBroken) throw new TypeError("terminated");
    return success({ batchId, rowCount: kept.length });
  });
}

async function* rows(count: number) {
  for (let number = 0; number < count; number += 1) yield { data: { number, text: "x".repeat(900) } };
}
const numberIn = (line: string) => (JSON.parse(line) as { data: { number: number } }).data.number;

test("rows of an iterable come in pieces, again after a broken connection, and each is kept once", async () => {
  const kept: string[] = [];
  const { addRows } = keepingService(kept);
  // What an earlier call has sent.
  expect(await addRows(batchId, rows(10))).toBe(10);
  expect(await addRows(batchId, rows(3_000))).toBe(3_000);
  expect(kept.map(numberIn)).toEqual(Array.from({ length: 3_000 }, (_, index) => index));
});

test("a problem that would come again is thrown at once", async () => {
  let requests = 0;
  const { startBatch, addRows } = methods(async () => {
    requests += 1;
    const error = { code: "batch.not_open", message: "The batch is running.", requestId: "req" };
    return Response.json({ success: false, error }, { status: 409 });
  });
  await expect(startBatch(batchId)).rejects.toMatchObject({ code: "batch.not_open" });
  await expect(addRows(batchId, rows(1))).rejects.toMatchObject({ status: 409 });
  expect(requests).toBe(2);
});

test("a ZIP comes part by part of one and the same file, and is refused once it is another", async () => {
  const size = 20 * 1024 * 1024;
  const asked: (string | null)[][] = [];
  let isChanged = false;
  const { downloadZip } = methods(async ({ headers }) => {
    asked.push([headers.get("range"), headers.get("if-range")]);
    if (isChanged) return new Response("all of another ZIP");
    const [from = 0, to = 0] = (headers.get("range") ?? "").replace("bytes=", "").split("-").map(Number);
    const last = Math.min(to, size - 1);
    const answered = { etag: '"zip_1"', "content-range": `bytes ${from}-${last}/${size}` };
    return new Response(new Uint8Array(last - from + 1), { status: 206, headers: answered });
  });
  let bytes = 0;
  for await (const piece of downloadZip(batchId)) bytes += piece.byteLength;
  expect(bytes).toBe(size);
  expect(asked).toEqual([
    ["bytes=0-8388607", null],
    ["bytes=8388608-16777215", '"zip_1"'],
    ["bytes=16777216-25165823", '"zip_1"'],
  ]);
  const download = downloadZip(batchId);
  await download.next();
  isChanged = true;
  await expect(download.next()).rejects.toThrow("Download the ZIP again");
});

test("a batch is followed to its end, across a stream that ends and one that breaks, without an event twice", async () => {
  const eventOf = (done: number, status = "running") => {
    const counts = { completed: done, failed: 0, cancelled: 0, open: 3 - done };
    const data = JSON.stringify({ ...batch, status, rowCount: 3, counts });
    return `id: ${status}-${done}\nevent: ${status === "completed" ? "end" : "progress"}\ndata: ${data}\n\n`;
  };
  const streams = [
    [`retry: 1000\n\n${eventOf(0)}`, eventOf(1).slice(0, 20), `${eventOf(1).slice(20)}: nothing has changed\n\n`],
    [eventOf(2), new TypeError("terminated")],
    [eventOf(3, "completed"), eventOf(2)],
  ];
  const asked: (string | null)[] = [];
  let requests = 0;
  const { batchEvents } = methods(async ({ headers }) => {
    asked.push(headers.get("last-event-id"));
    const pieces = streams[requests]?.values() ?? [].values();
    requests += 1;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        const { value } = pieces.next();
        if (value instanceof Error) controller.error(value);
        else if (value === undefined) controller.close();
        else controller.enqueue(new TextEncoder().encode(value));
      },
    });
    return new Response(body, { headers: { "content-type": "text/event-stream" } });
  });
  const seen: [string, number][] = [];
  for await (const { status, counts } of batchEvents(batchId)) seen.push([status, counts.completed]);
  expect(seen).toEqual([
    ["running", 0],
    ["running", 1],
    ["running", 2],
    ["completed", 3],
  ]);
  expect(asked).toEqual([null, "running-1", "running-2"]);
});

test("a caller who leaves the loop ends the request, and a problem before the first event is thrown", async () => {
  let isEnded = false;
  const following = methods(async () => {
    const data = JSON.stringify({
      ...batch,
      status: "paused",
      rowCount: 0,
      counts: { completed: 0, failed: 0, cancelled: 0, open: 0 },
    });
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`id: 1\nevent: progress\ndata: ${data}\n\n`)),
      cancel: () => void (isEnded = true),
    });
    return new Response(body);
  });
  for await (const { status } of following.batchEvents(batchId)) if (status === "paused") break;
  expect(isEnded).toBe(true);
  const error = { code: "batch.not_found", message: "There is no such batch.", requestId: "req" };
  const refused = methods(async () => Response.json({ success: false, error }, { status: 404 }));
  await expect(refused.batchEvents(batchId).next()).rejects.toMatchObject({ code: "batch.not_found" });
});
