import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { Problem } from "@platen/contracts";
import { accountHolder, type Holder } from "@platen/contracts/holder";
import { createFairRoom } from "./fair-room.ts";

const [a, b, c, d] = [1, 2, 3, 4].map((number) => accountHolder(`acc_${number}`)) as [Holder, Holder, Holder, Holder];
const { signal } = new AbortController();
const refusal = (isOwnFault: boolean) => new Problem(isOwnFault ? "rate.limited" : "dependency.unavailable");
const limits = { total: 100, perHolder: 40, maxWaitMs: 60_000, maxWaiting: 2, refusal };

async function stateOf(taken: Promise<unknown>): Promise<"taken" | "waiting" | "refused"> {
  const state = taken.then(
    () => "taken" as const,
    () => "refused" as const,
  );
  return Promise.race([state, nextTurn("waiting" as const)]);
}

test("a holder takes no more than its share, and its waiting bodies hold up no other holder", async () => {
  const room = createFairRoom(limits);
  const [first, second, other] = [room.take(a, 30, signal), room.take(a, 30, signal), room.take(b, 30, signal)];
  expect(await Promise.all([first, second, other].map(stateOf))).toEqual(["taken", "waiting", "taken"]);
  (await first)();
  expect(await stateOf(second)).toBe("taken");
});

test("all holders together take no more than there is, and large bodies keep their turn", async () => {
  const room = createFairRoom(limits);
  const held = await Promise.all([a, b].map((holder) => room.take(holder, 40, signal)));
  const [large, small] = [room.take(c, 40, signal), room.take(d, 10, signal)];
  expect(await Promise.all([large, small].map(stateOf))).toEqual(["waiting", "waiting"]);
  held[0]?.();
  expect(await Promise.all([large, small].map(stateOf))).toEqual(["taken", "taken"]);
});

test.each([
  ["the room", b, "dependency.unavailable"],
  ["the holder's share", a, "rate.limited"],
])("a body that waits too long for %s is refused, and its place goes to others", async (_what, holder, code) => {
  const room = createFairRoom({ ...limits, total: 50, maxWaitMs: 1 });
  const release = await room.take(a, 40, signal);
  await expect(room.take(holder, 20, signal)).rejects.toMatchObject({ code });
  expect(await stateOf(room.take(c, 10, signal))).toBe("taken");
  release();
  expect(await stateOf(room.take(b, 40, signal))).toBe("taken");
});

test("a large body that waits no longer lets the smaller ones behind it in", async () => {
  const room = createFairRoom({ ...limits, total: 50 });
  const hungUp = new AbortController();
  await room.take(a, 40, signal);
  const [large, small] = [room.take(b, 20, hungUp.signal), room.take(c, 10, signal)];
  expect(await Promise.all([large, small].map(stateOf))).toEqual(["waiting", "waiting"]);
  hungUp.abort();
  await expect(large).rejects.toMatchObject({ code: "dependency.unavailable" });
  expect(await stateOf(small)).toBe("taken");
});

test("of too many waiting requests of one holder the last is refused, and no other holder's", async () => {
  const room = createFairRoom(limits);
  await room.take(a, 40, signal);
  const waiting = [room.take(a, 1, signal), room.take(a, 1, signal)];
  await expect(room.take(a, 1, signal)).rejects.toMatchObject({ code: "rate.limited" });
  const states = await Promise.all([...waiting, room.take(b, 1, signal)].map(stateOf));
  expect(states).toEqual(["waiting", "waiting", "taken"]);
});

test("a body whose caller disconnects waits no longer", async () => {
  const room = createFairRoom(limits);
  const hungUp = new AbortController();
  await room.take(a, 40, signal);
  const waiting = room.take(a, 40, hungUp.signal);
  hungUp.abort();
  await expect(waiting).rejects.toThrow();
});
