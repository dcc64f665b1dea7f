import { expect, test } from "@jest/globals";
import { Misconfigured } from "@platen/config";
import { createSelfCheck } from "./self-check.ts";

type Result = "works" | "away" | "misconfigured";

/** A process whose checks end as the test says, one at a time. */
function start() {
  const events: string[] = [];
  const checks: ((result: Result) => void)[] = [];
  const selfCheck = createSelfCheck({
    async check() {
      const { promise, resolve } = Promise.withResolvers<Result>();
      checks.push(resolve);
      const result = await promise;
      if (result === "away") throw new Error("the catalog is away");
      if (result === "misconfigured") throw new Misconfigured("wrong key");
    },
    logger: {
      info: () => undefined,
      warn: (_message, fields) => void events.push(`warned: ${String(fields?.["reason"])}`),
    },
    onPassed: () => void events.push("passed"),
    onFault: () => void events.push("fault"),
    pause: () => Promise.resolve(),
  });
  /** Ends the checks that begin one after the other, and waits for what follows. */
  async function answer(...results: Result[]): Promise<void> {
    for (const result of results) {
      checks.shift()?.(result);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
  return { selfCheck, events, checks, answer };
}

test("a process cannot work before a check has passed, whether it is wrong itself or others are away", async () => {
  const { selfCheck, events, checks, answer } = start();
  expect(selfCheck.problem()).toMatch(/has just started/);
  await answer("away", "away");
  expect(selfCheck.problem()).toBe("the catalog is away");
  await answer("misconfigured");
  expect(selfCheck.problem()).toBe("wrong key");
  await answer("works");
  expect(selfCheck.problem()).toBeUndefined();
  expect([events, checks]).toEqual([["warned: the catalog is away", "warned: wrong key", "passed"], []]);
});

test("a process that worked goes on while others are away, and where one of several servers refuses it", async () => {
  const { selfCheck, events, answer } = start();
  await answer("works");
  selfCheck.suspect();
  await answer("away");
  selfCheck.suspect();
  await answer("misconfigured", "misconfigured", "works");
  expect([selfCheck.problem(), events]).toEqual([undefined, ["passed"]]);
});

test("a process that is refused again and again takes no work until a check has passed", async () => {
  const { selfCheck, events, checks, answer } = start();
  await answer("works");
  selfCheck.suspect();
  // Many failures begin one check.
  selfCheck.suspect();
  expect(checks).toHaveLength(1);
  await answer("misconfigured", "misconfigured", "misconfigured");
  expect(selfCheck.problem()).toBe("wrong key");
  await answer("away");
  expect(selfCheck.problem()).toBe("the catalog is away");
  await answer("works");
  expect(selfCheck.problem()).toBeUndefined();
  expect(events).toEqual(["passed", "warned: wrong key", "fault", "warned: the catalog is away", "passed"]);
});

test("a process that ends checks no more", async () => {
  const { selfCheck, checks, answer } = start();
  selfCheck.close();
  await answer("away");
  selfCheck.suspect();
  expect(checks).toEqual([]);
});
