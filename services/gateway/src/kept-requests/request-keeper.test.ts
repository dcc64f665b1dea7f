import { expect, test } from "@jest/globals";
import { inflateRawSync } from "node:zlib";
import { maxKeptRequestBytes, type Operation } from "@platen/contracts";
import { maxKeptRequestsPerCall, type RequestToKeep } from "@platen/contracts/internal";
import { accountHolder } from "@platen/contracts/holder";
import { doBodyTask, type BodyTask } from "../bodies/body-tasks.ts";
import { createScriptedGeneration, createdDocument, keyHash } from "../testing/scripted-generation.ts";
import { createRequestKeeper, type NotedRequest } from "./request-keeper.ts";

const secret = "GB33BUKB20201555555555";

/** A keeper whose calls fail or succeed as the test decides. */
function scriptedKeeper() {
  const calls: RequestToKeep[][] = [];
  const counted: string[] = [];
  const warnings: unknown[] = [];
  let isAway = false;
  let duringCall = () => {};
  const planned: (() => void)[] = [];
  const catalog = {
    call: async (_operation: Operation, { body }: { body?: unknown }) => {
      if (isAway) throw new Error("no connection");
      // The keeper calls one operation, whose body this is.
      const { requests } = body as { requests: RequestToKeep[] };
      calls.push(requests);
      duringCall();
      return { kept: requests.length } as never;
    },
  };
  const keeper = createRequestKeeper({
    catalog,
    work: { run: async (name, input) => doBodyTask({ name, input } as BodyTask) as never },
    logger: { warn: (...line: unknown[]) => void warnings.push(line) },
    count: (outcome, requests) => void (requests > 0 && counted.push(`${outcome} ${requests}`)),
    later: (send) => void planned.push(send),
  });
  const note = (data: Record<string, unknown>, changes: Partial<NotedRequest> = {}) =>
    keeper.note({
      documentId: "doc_1",
      keyHash,
      keeping: { revision: 3, redactedPaths: ["customer.iban"] },
      holder: accountHolder("acc_1"),
      sent: { dataJson: JSON.stringify(data), locale: "de" },
      length: JSON.stringify(data).length,
      ...changes,
    });
  return {
    keeper,
    note,
    calls,
    counted,
    warnings,
    planned,
    setAway: (away: boolean) => (isAway = away),
    setDuringCall: (work: () => void) => (duringCall = work),
  };
}

const opened = ({ request }: RequestToKeep) => inflateRawSync(Buffer.from(request ?? "", "base64")).toString();

test("the bytes that are to be encrypted hold the request without redacted values", async () => {
  const { keeper, note, calls, counted, planned } = scriptedKeeper();
  note({ customer: { name: "Ada", iban: secret } }, { requestedAt: Date.UTC(2026, 0, 31) });
  expect([calls.length, planned.length]).toEqual([0, 1]);
  await keeper.close();
  const [request] = calls[0] ?? [];
  expect(request).toMatchObject({ documentId: "doc_1", keyHash, revision: 3 });
  const text = request ? opened(request) : "";
  expect(JSON.parse(text)).toEqual({
    data: { customer: { name: "Ada", iban: "[redacted]" } },
    locale: "de",
    requestedAt: "2026-01-31T00:00:00.000Z",
  });
  expect(JSON.stringify(calls)).not.toContain(secret);
  expect(text).not.toContain(secret);
  expect(counted).toEqual(["kept 1"]);
});

test("a request that is too large leaves only that it was, whether its size shows at once or in bytes", async () => {
  const { keeper, note, calls, counted } = scriptedKeeper();
  note({ text: "x".repeat(maxKeptRequestBytes) });
  note({ text: "é".repeat(0.6 * maxKeptRequestBytes) });
  await keeper.close();
  expect(calls.flat().map(({ request }) => request)).toEqual([null, null]);
  expect(counted).toEqual(["too_large 2"]);
});

test("a flood takes a limited memory, and calls of a limited size, one at a time", async () => {
  const { keeper, note, calls, counted, planned } = scriptedKeeper();
  for (let index = 0; index < 3_000; index += 1) note({ index }, { holder: accountHolder(`acc_${index % 5}`) });
  expect(planned).toHaveLength(5);
  await keeper.close();
  expect(calls.map((requests) => requests.length)).toEqual(Array.from({ length: 40 }, () => maxKeptRequestsPerCall));
  expect(counted.filter((line) => line.startsWith("dropped"))).toHaveLength(1_000);
  for (let index = 0; index < 30; index += 1) {
    note({}, { length: 900_000, holder: accountHolder(`acc_${index % 5}`) });
  }
  expect(counted.filter((line) => line.startsWith("dropped"))).toHaveLength(1_013);
  await keeper.close();
});

test("requests that come during a call have the memory of those that it took", async () => {
  const { keeper, note, calls, counted, setDuringCall } = scriptedKeeper();
  const noteFour = () => {
    for (let index = 0; index < 4; index += 1) note({}, { length: 900_000 });
  };
  setDuringCall(() => {
    if (calls.length === 1) noteFour();
  });
  noteFour();
  await keeper.close();
  expect(counted).toEqual(["kept 4", "kept 4"]);
});

test("a flood of one account drops none of another's requests", async () => {
  const { keeper, note, calls, counted } = scriptedKeeper();
  for (let index = 0; index < 1_000; index += 1) note({ index });
  note({ text: "x".repeat(100_000) }, { documentId: "doc_2", holder: accountHolder("acc_2") });
  await keeper.close();
  expect(counted.filter((line) => line.startsWith("dropped"))).toHaveLength(500);
  expect(calls.flat().filter(({ documentId }) => documentId === "doc_2")).toHaveLength(1);
});

test("requests that the catalog does not take are dropped without their data in the log, and the next are kept", async () => {
  const { keeper, note, calls, counted, warnings, setAway } = scriptedKeeper();
  setAway(true);
  note({ secret });
  await keeper.close();
  expect(counted).toEqual(["dropped 1"]);
  expect(JSON.stringify(warnings)).not.toContain(secret);
  setAway(false);
  note({ secret });
  await keeper.close();
  expect(calls).toHaveLength(1);
});

test("a document's request is noted once it has a record, if its project keeps requests and it is no check", async () => {
  const generation = createScriptedGeneration();
  await generation.generate();
  expect(generation.kept).toEqual([]);
  const keeping = { revision: 1, redactedPaths: [] };
  generation.script.create = (request) => ({ ...createdDocument(request), keeping });
  const document = { keyHash, requestId: "req_12345678", templateId: "tpl_01jd3k8v7n2q4r6s8t0v2w4x6z" };
  const request = { dataJson: "{}", check: "only" as const };
  await generation.generate({ document: { ...document, check: "only" }, request });
  expect(generation.kept).toEqual([]);
  await generation.generate();
  generation.script.add = () => Promise.reject(new Error("no Redis"));
  await expect(generation.generate()).rejects.toMatchObject({ code: "dependency.unavailable" });
  expect(generation.kept).toMatchObject([
    { keyHash, keeping, sent: { dataJson: '{"number":7}' } },
    { keyHash, keeping },
  ]);
});
