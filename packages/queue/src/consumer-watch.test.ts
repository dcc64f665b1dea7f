import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { waitFor } from "@platen/testing";
import { watchConsumer, type ConsumerState, type ConsumerWatch } from "./consumer-watch.ts";

const limits = { lookEveryMs: 20, disconnectedMs: 400, idleMs: 150, silentMs: 250 };
const soon = (describe: string) => ({ intervalMs: 5, describe });

let state: ConsumerState;
let waiting: number;
let looks: number;
let isRedisAway: boolean;
let works: NodeJS.Timeout | undefined;
let watch: ConsumerWatch;

beforeEach(() => {
  state = { isRunning: true, hasRoom: true, isWaitingConnected: true, asked: 0, taken: 0 };
  waiting = 0;
  looks = 0;
  isRedisAway = false;
  watch = watchConsumer({
    state: () => ({ ...state }),
    async waitingJobs() {
      looks += 1;
      if (isRedisAway) throw new Error("away");
      return waiting;
    },
    limits,
  });
});
afterEach(() => {
  watch.close();
  clearInterval(works);
});

/** As one that is well: it asks all the time, and takes what waits. */
function keepWorking(does: { asks: boolean; takes: boolean }): void {
  works = setInterval(() => {
    if (does.asks) state.asked += 1;
    if (does.takes) state.taken += 1;
  }, 5);
}

/** More looks than any limit lasts. */
async function afterAllLimits(): Promise<void> {
  const enough = looks + (3 * limits.disconnectedMs) / limits.lookEveryMs;
  await waitFor(() => looks >= enough, { timeoutMs: 10_000, describe: "the looks" });
}

test("nothing is held against a consumer that takes what waits", async () => {
  waiting = 3;
  keepWorking({ asks: true, takes: true });
  await afterAllLimits();
  expect(watch.problem()).toBeUndefined();
});

test("nothing is held against one that is full, for however long", async () => {
  waiting = 3;
  state.hasRoom = false;
  await afterAllLimits();
  expect(watch.problem()).toBeUndefined();
});

test("one that has room and leaves documents waiting is reported, though it asks for them", async () => {
  waiting = 2;
  keepWorking({ asks: true, takes: false });
  await waitFor(() => watch.problem() !== undefined, soon("the report"));
  expect(watch.problem()).toMatch(/^Documents wait \(2\).* taken none though it has room: restart the worker\.$/);
  state.taken += 1;
  await waitFor(() => watch.problem() === undefined, soon("its end"));
});

test("one that does not ask is reported, also when nothing waits", async () => {
  await waitFor(() => watch.problem() !== undefined, soon("the report"));
  expect(watch.problem()).toMatch(/has not asked for documents .* though Redis answers/);
});

test("one whose waiting connection stays away is reported, and for that alone", async () => {
  state.isWaitingConnected = false;
  await waitFor(() => watch.problem() !== undefined, soon("the report"));
  expect(watch.problem()).toMatch(/connection that waits for documents has been away/);
  state.isWaitingConnected = true;
  keepWorking({ asks: true, takes: true });
  await waitFor(() => watch.problem() === undefined, soon("its end"));
});

test("one whose loop has ended is reported at once", async () => {
  state.isRunning = false;
  await waitFor(() => watch.problem() !== undefined, soon("the report"));
  expect(watch.problem()).toMatch(/loop that takes documents has ended/);
});

test("while Redis is away nothing is held against anyone, and afterwards every account begins anew", async () => {
  waiting = 2;
  state.isWaitingConnected = false;
  isRedisAway = true;
  await afterAllLimits();
  expect(watch.problem()).toBeUndefined();
  isRedisAway = false;
  const backAt = performance.now();
  await waitFor(() => watch.problem() !== undefined, soon("the report"));
  expect(performance.now() - backAt).toBeGreaterThanOrEqual(limits.idleMs);
});

test("a process that stood still does not hold that time against its consumer", async () => {
  await waitFor(() => looks >= 2, soon("a look before"));
  const untilMs = performance.now() + 2 * limits.silentMs;
  while (performance.now() < untilMs);
  const before = looks;
  await waitFor(() => looks > before, soon("a look after"));
  expect(watch.problem()).toBeUndefined();
});
