import { beforeEach, expect, test } from "@jest/globals";
import type { Operation } from "@platen/contracts";
import type { DeliveryReport, LeasedDelivery } from "@platen/contracts/internal";
import type { PostOutcome } from "@platen/egress";
import { createDeliverer } from "./deliverer.ts";

type Call = { operationId: string; body: Record<string, unknown> };

let due: LeasedDelivery[];
let calls: Call[];
let isCatalogAway: boolean;
let posted: { url: string; answer: (outcome: PostOutcome) => void }[];
let counted: [outcome: string, seconds: number][];

beforeEach(() => {
  [due, calls, posted, counted, isCatalogAway] = [[], [], [], [], false];
});

function message(deliveryId: string, receiver = "https://a.example"): LeasedDelivery {
  return { deliveryId, projectId: "prj_1", receiver, url: `${receiver}/${deliveryId}`, headers: {}, body: "{}" };
}

/** A deliverer whose catalog and receivers do what the test says. */
function deliverer() {
  let leases = 0;
  const call = async ({ operationId }: Operation, { body }: { body: Record<string, unknown> }) => {
    if (isCatalogAway) throw new Error("the catalog is away");
    calls.push({ operationId, body });
    return operationId === "leaseDeliveries" ? { deliveries: due.splice(0, Number(body["deliveries"])) } : {};
  };
  return createDeliverer({
    // The deliverer calls two operations, whose answers this gives.
    catalog: { call: call as never },
    post: (url) => new Promise((answer) => posted.push({ url, answer })),
    metrics: { countAttempt: (outcome, seconds) => counted.push([outcome, seconds]) },
    log: { info: () => undefined, warn: () => undefined },
    createLease: () => `lease-${(leases += 1)}`,
    now: () => 1_000,
  });
}
const called = (operationId: string) => calls.filter((one) => one.operationId === operationId).map(({ body }) => body);
const reported = () => called("reportDeliveries").flatMap(({ reports }) => reports as DeliveryReport[]);
const settled = () => new Promise((resolve) => setImmediate(resolve));

test("a leased message is posted, and its outcome is reported by its lease and counted", async () => {
  due = [message("dlv_1"), message("dlv_2")];
  const { look } = deliverer();
  await look();
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
  due = Array.from({ length: 98 }, (_one, index) =>
    message(`dlv_${index}`, index < 3 ? "https://b.example" : undefined),
  );
  const { look } = deliverer();
  await look();
  posted[0]?.answer({ durationMs: 1, status: 200 });
  await settled();
  await look();
  expect(called("leaseDeliveries")).toEqual([
    { lease: "lease-1", deliveries: 100, underway: [] },
    {
      lease: "lease-2",
      deliveries: 3,
      underway: [
        { projectId: "prj_1", receiver: "https://b.example", count: 2 },
        { projectId: "prj_1", receiver: "https://a.example", count: 95 },
      ],
    },
  ]);
});

test("a report that the catalog did not take is repeated, and its message counts as under way until then", async () => {
  due = [message("dlv_1")];
  const { look } = deliverer();
  await look();
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
