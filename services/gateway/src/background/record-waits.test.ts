import { expect, test } from "@jest/globals";
import { accountHolder, type Holder } from "@platen/contracts/holder";
import { createRecordWaits } from "./record-waits.ts";

type Record = { status: "queued" | "completed" };
const [holder, other] = [accountHolder("acc_1"), accountHolder("acc_2")];

/** A record whose readers the test watches. */
function scriptedRecord(status: Record["status"] = "queued") {
  const reads: (() => void)[] = [];
  const record: Record = { status };
  let count = 0;
  return {
    record,
    count: () => count,
    read: async (): Promise<Record> => {
      count += 1;
      reads.shift()?.();
      return { ...record };
    },
    nextRead: () => new Promise<void>((resolve) => void reads.push(resolve)),
  };
}

function about(given: { waitMs?: number; signal?: AbortSignal; subjectId?: string; holder?: Holder } = {}) {
  return {
    subjectId: "doc_1",
    holder,
    waitMs: 60_000,
    signal: new AbortController().signal,
    isPending: ({ status }: Record) => status === "queued",
    ...given,
  };
}

test("a wait ends with the note of its document, and with no other note", async () => {
  const waits = createRecordWaits();
  const { record, read, count, nextRead } = scriptedRecord();
  const first = nextRead();
  const waiting = waits.untilFinal(read, about());
  await first;
  waits.note("doc_2");
  // Tried again after a failure, for example.
  const second = nextRead();
  waits.note("doc_1");
  await second;
  record.status = "completed";
  waits.note("doc_1");
  expect(await waiting).toEqual({ status: "completed" });
  expect([count(), waits.count()]).toEqual([3, 0]);
});

test("a note between the read and the wait is not lost", async () => {
  const waits = createRecordWaits();
  const { record, read } = scriptedRecord();
  let isFirst = true;
  const waiting = waits.untilFinal(async () => {
    const found = await read();
    if (isFirst) {
      isFirst = false;
      record.status = "completed";
      waits.note("doc_1");
    }
    return found;
  }, about());
  expect(await waiting).toEqual({ status: "completed" });
});

test.each([
  ["the document is final", { waitMs: 60_000 }, "completed"],
  ["the request does not wait", { waitMs: 0 }, "queued"],
] as const)("the record is read once when %s", async (_when, given, status) => {
  const waits = createRecordWaits();
  const { read, count } = scriptedRecord(status);
  expect(await waits.untilFinal(read, about(given))).toEqual({ status });
  expect(count()).toBe(1);
});

test.each([1, 60_000])(
  "at the end of %d ms, or when the caller hangs up before, the record is read once more",
  async (waitMs) => {
    const hungUp = new AbortController();
    const waits = createRecordWaits();
    const { read, count, nextRead } = scriptedRecord();
    const first = nextRead();
    const waiting = waits.untilFinal(read, about({ waitMs, signal: hungUp.signal }));
    await first;
    if (waitMs === 60_000) hungUp.abort();
    expect(await waiting).toEqual({ status: "queued" });
    expect([count(), waits.count()]).toEqual([2, 0]);
  },
);

test("for a caller who has hung up already, the record is read once", async () => {
  const waits = createRecordWaits();
  const { read, count } = scriptedRecord();
  expect(await waits.untilFinal(read, about({ signal: AbortSignal.abort() }))).toEqual({ status: "queued" });
  expect(count()).toBe(1);
});

test("beyond the limits of the gateway and of an account a request is answered at once", async () => {
  const waits = createRecordWaits({ total: 3, perAccount: 2 });
  const { record, read } = scriptedRecord();
  const held = [holder, holder, other].map((holder) => waits.untilFinal(read, about({ holder })));
  expect(waits.count()).toBe(3);
  for (const each of [holder, other])
    expect(await waits.untilFinal(read, about({ holder: each }))).toEqual({ status: "queued" });
  record.status = "completed";
  waits.noteAll();
  await Promise.all(held);
  expect(waits.count()).toBe(0);
});

test("a gateway that closes answers all that wait, and lets no request wait", async () => {
  const waits = createRecordWaits();
  const { read, nextRead } = scriptedRecord();
  const first = nextRead();
  const waiting = waits.untilFinal(read, about());
  await first;
  waits.close();
  expect([await waiting, await waits.untilFinal(read, about())]).toEqual([{ status: "queued" }, { status: "queued" }]);
});
