import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import type { Operation } from "@platen/contracts";
import type { DeliveryReport, LeasedDelivery } from "@platen/contracts/internal";
import type { PostOutcome } from "@platen/egress";
import { createDeliverer } from "./deliverer.ts";

type Call = { operationId: string; body: Record<string, unknown> };

let due: LeasedDelivery[];
let calls: Call[];
let isCatalogAway: boolean;
let isSound: boolean;
let posted: { url: string; answer: (outcome: PostOutcome) => void }[];
let counted: [outcome: string, seconds: number][];

/** The address of each receiver, by its name; of all others their name. */
let addresses: Record<string, string>;

beforeEach(() => {
  [due, calls, posted, counted, isCatalogAway, isSound, addresses] = [[], [], [], [], false, true, {}];
});
afterEach(() => {
  jest.useRealTimers();
});

function message(deliveryId: string, receiver = "https://a.example", accountId = "acc_1"): LeasedDelivery {
  const about = { deliveryId, projectId: "prj_1", accountId, receiver };
  return { ...about, url: `${receiver}/${deliveryId}`, headers: {}, body: "{}" };
}

/** A deliverer whose catalog and receivers do what the test says. */
function deliverer(now = () => 1_000) {
  let leases = 0;
  const call = async ({ operationId }: Operation, { body }: { body: Record<string, unknown> }) => {
    if (isCatalogAway) throw new Error("the catalog is away");
    calls.push({ operationId, body });
    return operationId === "leaseDeliveries" ? { deliveries: due.splice(0, Number(body["deliveries"])) } : {};
  };
  return createDeliverer({
    // The deliverer calls two operations, whose answers this gives.
    catalog: { call: call as never },
    async post(url, _message, enter) {
      const { origin } = new URL(url);
      const leave = await enter([addresses[origin] ?? origin]);
      if (!leave) return undefined;
      return new Promise<PostOutcome>((answer) => posted.push({ url, answer })).finally(leave);
    },
    metrics: { countAttempt: (outcome, seconds) => counted.push([outcome, seconds]) },
    isSound: () => isSound,
    suspect: () => undefined,
    log: { info: () => undefined, warn: () => undefined },
    createLease: () => `lease-${(leases += 1)}`,
    now,
  });
}
const called = (operationId: string) => calls.filter((one) => one.operationId === operationId).map(({ body }) => body);
const reported = () => called("reportDeliveries").flatMap(({ reports }) => reports as DeliveryReport[]);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a leased message is posted, and its outcome is reported by its lease and counted", async () => {
  due = [message("dlv_1"), message("dlv_2")];
  const { look } = deliverer();
  await look();
  await settled();
  expect(posted.map(({ url }) => url)).toEqual(["https://a.example/dlv_1", "https://a.example/dlv_2"]);
  posted[0]?.answer({ durationMs: 12, status: 204 });
  posted[1]?.answer({ durationMs: 10_000, error: "timeout" });
  await settled();
  await look();
  const about = { projectId: "prj_1", lease: "lease-1", at: 1_000 };
  expect(reported()).toEqual([
    { ...about, deliveryId: "dlv_1", durationMs: 12, status: 204 },
    { ...about, deliveryId: "dlv_2", durationMs: 10_000, error: "timeout" },
  ]);
  expect(counted).toEqual([
    ["delivered", 0.012],
    ["timeout", 10],
  ]);
});

test("a lease asks only for what can be sent at once, and tells what is under way to each receiver", async () => {
  due = Array.from({ length: 148 }, (_one, index) =>
    message(`dlv_${index}`, index < 3 ? "https://b.example" : undefined),
  );
  const { look } = deliverer();
  await look();
  await look();
  await settled();
  posted[0]?.answer({ durationMs: 1, status: 200 });
  await settled();
  await look();
  expect(called("leaseDeliveries")).toEqual([
    { lease: "lease-1", deliveries: 100, underway: [], full: [] },
    expect.objectContaining({ lease: "lease-2", deliveries: 100 }),
    {
      lease: "lease-3",
      deliveries: 53,
      underway: [
        { projectId: "prj_1", receiver: "https://b.example", count: 2 },
        { projectId: "prj_1", receiver: "https://a.example", count: 145 },
      ],
      full: [],
    },
  ]);
});

test("a server with many names gets ten messages of an account at a time; others go out at once, and the rest is put back", async () => {
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
  const names = Array.from({ length: 4 }, (_one, index) => `https://n${index}.example`);
  addresses = Object.fromEntries(names.map((name) => [name, "192.0.2.1"]));
  due = names.flatMap((name) =>
    Array.from({ length: 10 }, (_one, index) => message(`${name.slice(8, 10)}_${index}`, name)),
  );
  due.push(message("own", "https://own.example"), message("theirs", "https://n0.example", "acc_2"));
  const { look } = deliverer();
  await look();
  await settled();
  const slow = posted.slice(0, 10);
  expect(posted.map(({ url }) => new URL(url).pathname).slice(10)).toEqual(["/own", "/theirs"]);
  expect(new Set(slow.map(({ url }) => new URL(url).origin))).toEqual(new Set(["https://n0.example"]));

  await jest.advanceTimersByTimeAsync(999);
  // A place that gets free in time is taken.
  slow[0]?.answer({ durationMs: 999, status: 200 });
  await settled();
  expect(posted.at(-1)?.url).toBe("https://n1.example/n1_0");
  await jest.advanceTimersByTimeAsync(1);
  await look();
  const putBack = reported().filter(({ isPutBack }) => isPutBack === true);
  const putBackOf = (name: string) => putBack.filter(({ deliveryId }) => deliveryId.startsWith(name)).length;
  expect([putBack.length, ...["n1", "n2", "n3"].map(putBackOf)]).toEqual([29, 9, 10, 10]);
  expect(called("leaseDeliveries").at(-1)).toMatchObject({
    full: ["n1", "n2", "n3"].map((name) => ({ projectId: "prj_1", receiver: `https://${name}.example` })),
  });
  expect(counted).toEqual([["delivered", 0.999]]);
});

test("a receiver that was full gets messages again after five seconds", async () => {
  let clock = 0;
  due = Array.from({ length: 11 }, (_one, index) => message(`dlv_${index}`));
  jest.useFakeTimers({ doNotFake: ["setImmediate", "nextTick", "queueMicrotask", "performance"] });
  const { look } = deliverer(() => clock);
  await look();
  await jest.advanceTimersByTimeAsync(1_000);
  const fullAfter = async (ms: number) => {
    clock = ms;
    await look();
    return called("leaseDeliveries").at(-1)?.["full"];
  };
  expect(await fullAfter(4_999)).toEqual([{ projectId: "prj_1", receiver: "https://a.example" }]);
  expect(await fullAfter(5_000)).toEqual([]);
});

test("a report that the catalog did not take is repeated, and its message counts as under way until then", async () => {
  due = [message("dlv_1")];
  const { look } = deliverer();
  await look();
  await settled();
  posted[0]?.answer({ durationMs: 1, status: 200 });
  await settled();
  isCatalogAway = true;
  await expect(look()).rejects.toThrow("the catalog is away");
  isCatalogAway = false;
  await look();
  expect(reported()).toMatchObject([{ deliveryId: "dlv_1", lease: "lease-1" }]);
  await look();
  expect(reported()).toHaveLength(1);
});

test("a courier that cannot do its work leases nothing, until it can", async () => {
  due = [message("dlv_1")];
  const { look } = deliverer();
  isSound = false;
  await look();
  expect(calls).toEqual([]);
  isSound = true;
  await look();
  expect(posted).toHaveLength(1);
});

test("a courier that stops leases no more, and reports what it has under way", async () => {
  due = [message("dlv_1")];
  const { run, close } = deliverer();
  const running = run();
  while (posted.length === 0) await settled();
  due = [message("dlv_2")];
  const closing = close();
  await running;
  posted[0]?.answer({ durationMs: 1, status: 200 });
  await closing;
  expect(reported()).toMatchObject([{ deliveryId: "dlv_1" }]);
  expect(due).toHaveLength(1);
});
