import { expect, test } from "@jest/globals";
import { createFakeClock } from "./fake-clock.ts";

test("time stands still until it is moved, and timers then run in the order in which they are due", async () => {
  const clock = createFakeClock(0);
  const ran: string[] = [];
  clock.after(300, () => ran.push(`late at ${clock.now()}`));
  const cancel = clock.after(150, () => ran.push("cancelled"));
  const stop = clock.every(100, () => ran.push(`every at ${clock.now()}`));
  cancel();
  expect(ran).toEqual([]);
  await clock.advance(250);
  expect(ran).toEqual(["every at 100", "every at 200"]);
  stop();
  await clock.advance(250);
  expect([ran, clock.now()]).toEqual([["every at 100", "every at 200", "late at 300"], 500]);
});

test("what follows from a timer happens before the next timer runs", async () => {
  const clock = createFakeClock(0);
  const ran: string[] = [];
  clock.after(100, () => void Promise.resolve().then(() => clock.after(50, () => ran.push(`at ${clock.now()}`))));
  clock.after(200, () => ran.push("last"));
  await clock.advance(200);
  expect(ran).toEqual(["at 150", "last"]);
});

test("timers that were due while the process stood still run once, afterwards", async () => {
  const clock = createFakeClock(0);
  const ran: number[] = [];
  clock.every(100, () => ran.push(clock.now()));
  await clock.standStill(1_000);
  await clock.advance(100);
  expect(ran).toEqual([1_000, 1_100]);
});
