import { expect, test } from "@jest/globals";
import type { Operation } from "@platen/contracts";
import { maxRefusalsPerCall, type Refusal } from "@platen/contracts/internal";
import { createRefusalRecorder } from "./refusal-recorder.ts";

type Call = { refusals: Refusal[]; end: (error?: Error) => void };

/** A recorder whose calls and times the test decides. */
function scriptedRecorder() {
  const calls: Call[] = [];
  const planned: (() => void)[] = [];
  const warnings: string[] = [];
  const catalog = {
    call: (_operation: Operation, { body }: { body?: unknown }) =>
      new Promise<never>((resolve, reject) => {
        // The recorder calls one operation, whose body this is.
        const { refusals } = body as { refusals: Refusal[] };
        calls.push({ refusals, end: (error) => (error ? reject(error) : resolve(undefined as never)) });
      }),
  };
  const recorder = createRefusalRecorder({
    catalog,
    logger: { warn: (message: string) => void warnings.push(message) },
    later: (send) => void planned.push(send),
  });
  const note = (keyHash: string, requestId = "req_1") =>
    recorder.note({ keyHash, code: "request.invalid", message: "is required", path: "data", requestId });
  return { recorder, note, calls, planned, warnings };
}

test("refusals with one key and code are sent as one, with the last request's id", async () => {
  const { recorder, note, calls, planned } = scriptedRecorder();
  note("a", "req_1");
  note("a", "req_2");
  note("b", "req_3");
  expect([calls.length, planned.length]).toEqual([0, 1]);
  planned[0]?.();
  expect(calls[0]?.refusals.map(({ keyHash, requests, requestId }) => [keyHash, requests, requestId])).toEqual([
    ["a", 2, "req_2"],
    ["b", 1, "req_3"],
  ]);
  calls[0]?.end();
  await recorder.close();
});

test("a flood of refused requests costs one call at a time and a limited memory", async () => {
  const { recorder, note, calls, planned } = scriptedRecorder();
  for (let index = 0; index < 10_000; index += 1) note(`key ${index}`);
  planned[0]?.();
  for (let index = 0; index < 10_000; index += 1) note(`key ${index % 500}`);
  expect([calls.length, planned.length]).toEqual([1, 1]);
  expect(calls[0]?.refusals).toHaveLength(maxRefusalsPerCall);
  const closing = recorder.close();
  calls[0]?.end();
  await Promise.resolve();
  for (let turn = 0; turn < 10 && calls.length < 2; turn += 1) await Promise.resolve();
  expect(calls[1]?.refusals).toHaveLength(maxRefusalsPerCall);
  calls[1]?.end();
  await closing;
});

test("a key whose refusals are gathered goes on counting when there is room for no other", async () => {
  const { recorder, note, calls, planned } = scriptedRecorder();
  for (let index = 0; index < maxRefusalsPerCall; index += 1) note(`key ${index}`);
  note("key 0");
  note("one more");
  planned[0]?.();
  const counts = new Map(calls[0]?.refusals.map(({ keyHash, requests }) => [keyHash, requests]));
  expect(["key 0", "key 1", "one more"].map((key) => counts.get(key))).toEqual([2, 1, undefined]);
  calls[0]?.end();
  await recorder.close();
});

test("refusals that cannot be recorded are dropped, and the next are recorded", async () => {
  const { recorder, note, calls, planned, warnings } = scriptedRecorder();
  note("a");
  planned[0]?.();
  calls[0]?.end(new Error("no connection"));
  await recorder.close();
  expect(warnings).toEqual(["recording refused requests failed"]);
  note("b");
  planned[1]?.();
  expect(calls[1]?.refusals.map(({ keyHash }) => keyHash)).toEqual(["b"]);
  calls[1]?.end();
  await recorder.close();
});
