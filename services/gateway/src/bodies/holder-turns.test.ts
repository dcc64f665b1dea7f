import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createHolderTurns } from "./holder-turns.ts";

/** Turns whose pauses end when the test says so. */
function heldTurns() {
  const pauses: { ms: number; end: () => void }[] = [];
  const turns = createHolderTurns((ms) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    pauses.push({ ms, end: resolve });
    return promise;
  });
  return { turns, pauses };
}

const one = accountHolder("acc_1");
const other = accountHolder("acc_2");
const settled = () => new Promise(setImmediate);

test("a holder's next work waits for a pause of three times its last, and no other holder's does", async () => {
  const { turns, pauses } = heldTurns();
  const done: string[] = [];
  const work = (name: string, tookMs: number) => async () => {
    done.push(name);
    return { result: name, tookMs };
  };
  void turns.run(one, work("first", 100));
  void turns.run(one, work("second", 1));
  void turns.run(other, work("of another", 1));
  await settled();
  expect(done).toEqual(["first", "of another"]);
  expect(pauses.map(({ ms }) => ms)).toEqual([300, 0]);
  pauses[0]?.end();
  await settled();
  expect(done).toEqual(["first", "of another", "second"]);
});

test("work that was ended at its limit costs its holder the longest pause", async () => {
  const { turns, pauses } = heldTurns();
  await expect(turns.run(one, () => Promise.reject(new Error("ended")))).rejects.toThrow("ended");
  await settled();
  expect(pauses.map(({ ms }) => ms)).toEqual([2_000]);
});

test("short work is done at once, until its holder owes a pause", async () => {
  const { turns, pauses } = heldTurns();
  expect(turns.runShort(one, () => 1)).toBe(1);
  void turns.run(one, async () => ({ result: 2, tookMs: 50 }));
  const after = turns.runShort(one, () => 3);
  expect(after).toBeInstanceOf(Promise);
  expect(turns.runShort(other, () => 4)).toBe(4);
  await settled();
  pauses[0]?.end();
  expect(await after).toBe(3);
});

test("a request with a mistake costs its time and not the longest pause, also while its holder owes one", async () => {
  const { turns, pauses } = heldTurns();
  const wrong = () => {
    throw new Error("wrong");
  };
  void turns.run(one, async () => ({ result: 1, tookMs: 50 }));
  const after = turns.runShort(one, wrong);
  await settled();
  pauses[0]?.end();
  await expect(after).rejects.toThrow("wrong");
  await settled();
  expect(pauses.map(({ ms }) => ms)).toEqual([150, 0]);
});

test("work whose caller hangs up before its turn is dropped, and costs its holder nothing", async () => {
  const { turns, pauses } = heldTurns();
  const caller = new AbortController();
  const done: string[] = [];
  const work = (name: string) => async () => {
    done.push(name);
    return { result: name, tookMs: 10 };
  };
  void turns.run(one, work("first"));
  const abandoned = turns.run(one, work("abandoned"), caller.signal);
  void turns.run(one, work("last"));
  caller.abort();
  await expect(abandoned).rejects.toThrow("The caller hung up.");
  await settled();
  pauses[0]?.end();
  await settled();
  expect(done).toEqual(["first", "last"]);
  expect(pauses.map(({ ms }) => ms)).toEqual([30, 30]);
});

test("work whose caller hangs up meanwhile is finished, and costs its holder its time", async () => {
  const { turns, pauses } = heldTurns();
  const caller = new AbortController();
  const work = Promise.withResolvers<{ result: number; tookMs: number }>();
  const abandoned = turns.run(one, () => work.promise, caller.signal);
  await settled();
  caller.abort();
  await expect(abandoned).rejects.toThrow("The caller hung up.");
  expect(pauses).toEqual([]);
  work.resolve({ result: 1, tookMs: 50 });
  await settled();
  expect(pauses.map(({ ms }) => ms)).toEqual([150]);
});
