import { expect, test } from "@jest/globals";
import { createRepeatedFirst } from "./repeated-first.ts";

test("a document that may ask much of the browser waits for all that are printed again", async () => {
  const { goFirst, waitForThem } = createRepeatedFirst();
  const order: string[] = [];
  const ends = [1, 2].map(() => Promise.withResolvers<void>());
  const repeated = ends.map(async ({ promise }, index) => goFirst(() => promise).then(() => order.push(`${index}`)));
  const asking = waitForThem().then(() => order.push("asking"));
  for (const { resolve } of ends) {
    resolve();
    await new Promise(setImmediate);
  }
  await Promise.all([...repeated, asking]);
  expect(order).toEqual(["0", "1", "asking"]);
});

test("it waits for none that has failed, and no longer than its limit", async () => {
  const { goFirst, waitForThem } = createRepeatedFirst({ maxWaitMs: 10 });
  await expect(goFirst(() => Promise.reject(new Error("crashed")))).rejects.toThrow("crashed");
  await waitForThem();
  const { promise, resolve } = Promise.withResolvers<void>();
  const long = goFirst(() => promise);
  await waitForThem();
  resolve();
  await long;
});
