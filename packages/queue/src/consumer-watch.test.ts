import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { createFakeClock } from "@platen/testing";
import { watchConsumer, type ConsumerState, type ConsumerWatch } from "./consumer-watch.ts";

const checkMs = 2_500;
/** Longer than every limit. */
const longMs = 90_000;

let clock: ReturnType<typeof createFakeClock>;
let state: ConsumerState;
let waiting: number;
let isRedisAway: boolean;
/** How many of the next looks at Redis lose their connection. */
let cuts: number;
let watch: ConsumerWatch;

beforeEach(() => {
  clock = createFakeClock();
  state = {
    isRunning: true,
    hasRoom: true,
    isWaitingConnected: true,
    asked: 0,
    taken: 0,
    replies: { pending: 0, ended: 0 },
  };
  waiting = 0;
  isRedisAway = false;
  cuts = 0;
  watch = watchConsumer({
    state: () => ({ ...state }),
    async waitingJobs() {
      if (isRedisAway) throw new Error("away");
      if (cuts > 0) {
        cuts -= 1;
        throw new Error("cut");
      }
      return waiting;
    },
    clock,
  });
});
afterEach(() => watch.close());

/** A consumer that is well asks all the time, and takes what waits. */
function keepWorking({ asks, takes }: { asks: boolean; takes: boolean }): void {
  clock.every(1_000, () => {
    if (asks) state.asked += 1;
    if (takes) state.taken += 1;
  });
}

test("a consumer that takes what waits has no problem", async () => {
  waiting = 3;
  keepWorking({ asks: true, takes: true });
  await clock.advance(longMs);
  expect(watch.problem()).toBeUndefined();
});

test("a full consumer has no problem, however long it is full", async () => {
  waiting = 3;
  state.hasRoom = false;
  await clock.advance(longMs);
  expect(watch.problem()).toBeUndefined();
});

test("a consumer that has room and leaves documents waiting is reported, though it asks for them", async () => {
  waiting = 2;
  keepWorking({ asks: true, takes: false });
  await clock.advance(15_000);
  expect(watch.problem()).toBeUndefined();
  await clock.advance(2 * checkMs);
  expect(watch.problem()).toMatch(/^Documents wait \(2\).* taken none though it has room: restart the worker\.$/);
  state.taken += 1;
  await clock.advance(checkMs);
  expect(watch.problem()).toBeUndefined();
});

test("a consumer that does not ask is reported, also when nothing waits", async () => {
  await clock.advance(20_000);
  expect(watch.problem()).toBeUndefined();
  await clock.advance(2 * checkMs);
  expect(watch.problem()).toMatch(/has not asked for documents .* though Redis answers/);
});

test("a consumer whose waiting connection stays away is reported, and for that alone", async () => {
  state.isWaitingConnected = false;
  await clock.advance(30_000);
  expect(watch.problem()).toBeUndefined();
  await clock.advance(2 * checkMs);
  expect(watch.problem()).toMatch(/connection that waits for documents has been away/);
  expect(watch.hindrance()).toMatch(/^The connection that waits for documents has been away/);
  state.isWaitingConnected = true;
  keepWorking({ asks: true, takes: true });
  await clock.advance(checkMs);
  expect(watch.problem()).toBeUndefined();
});

test("a consumer whose replies do not leave gives none back, and is reported in the end", async () => {
  keepWorking({ asks: true, takes: true });
  clock.every(1_000, () => (state.replies = { pending: 3, ended: state.replies.ended + 1 }));
  await clock.advance(longMs);
  expect([watch.hindrance(), watch.problem()]).toEqual([undefined, undefined]);
  clock.every(500, () => (state.replies = { pending: 3, ended: 0 }));
  await clock.advance(4 * checkMs);
  expect(watch.hindrance()).toMatch(/^No reply has left for \d+ s, though 3 should\.$/);
  expect(watch.problem()).toBeUndefined();
  await clock.advance(30_000);
  expect(watch.problem()).toMatch(/^No reply has left .* Redis answers: restart the worker\.$/);
});

test("a consumer whose loop has ended is reported at the next check", async () => {
  state.isRunning = false;
  await clock.advance(checkMs);
  expect(watch.problem()).toMatch(/loop that takes documents has ended/);
});

test("while Redis is away no consumer is reported, and afterwards every limit starts again", async () => {
  waiting = 2;
  state.isWaitingConnected = false;
  await clock.advance(3 * checkMs);
  isRedisAway = true;
  await clock.advance(longMs);
  expect(watch.problem()).toBeUndefined();
  expect(watch.hindrance()).toBe("Redis does not answer, so this worker gets no documents.");
  isRedisAway = false;
  await clock.advance(15_000);
  expect(watch.problem()).toBeUndefined();
  await clock.advance(2 * checkMs);
  expect(watch.problem()).toMatch(/^Documents wait/);
});

test("a connection that is cut and comes back at once hinders no consumer", async () => {
  keepWorking({ asks: true, takes: true });
  cuts = 1;
  await clock.advance(checkMs);
  expect([cuts, watch.hindrance()]).toEqual([0, undefined]);
});

test("the time for which a process stood still is not held against its consumer", async () => {
  await clock.advance(2 * checkMs);
  await clock.standStill(40_000);
  expect(watch.problem()).toBeUndefined();
});
