import { expect, test } from "@jest/globals";
import { createIntake } from "./intake.ts";

function createTestIntake() {
  const events: string[] = [];
  let started = 0;
  const intake = createIntake({
    graceMs: 15_000,
    start() {
      started += 1;
      const name = `taker ${started}`;
      events.push(`${name} starts`);
      return { name, close: async (graceMs: number) => void events.push(`${name} ends within ${graceMs}`) };
    },
  });
  return { intake, events };
}

test("a worker takes no jobs before its intake is opened, nor while it is shut, and takes them again when it is opened", async () => {
  const { intake, events } = createTestIntake();
  expect([intake.current(), events]).toEqual([undefined, []]);
  intake.open();
  intake.open();
  expect(intake.current()?.name).toBe("taker 1");
  intake.shut();
  expect(intake.current()).toBeUndefined();
  intake.open();
  await intake.close(100);
  expect(events).toEqual(["taker 1 starts", "taker 1 ends within 15000", "taker 2 starts", "taker 2 ends within 100"]);
});

test("a worker that ends opens its intake no more", async () => {
  const { intake, events } = createTestIntake();
  await intake.close(100);
  intake.open();
  expect([intake.current(), events]).toEqual([undefined, []]);
});
