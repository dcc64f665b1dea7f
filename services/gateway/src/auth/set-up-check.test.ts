import { expect, test } from "@jest/globals";
import { createSetUpCheck } from "./set-up-check.ts";

test("whether the first account exists is asked once, and until then once for all that ask at once", async () => {
  const answers: ((needed: boolean) => void)[] = [];
  const call = () => new Promise((resolve) => answers.push((needed) => resolve({ needed })));
  // Stands in for a generic method, with the operation it is called with.
  const { isNeeded } = createSetUpCheck({ catalog: { call } as never });
  const context = { requestId: "req_12345678" };
  const before = Promise.all([isNeeded(context), isNeeded(context)]);
  answers[0]?.(true);
  expect(await before).toEqual([true, true]);
  const after = isNeeded(context);
  answers[1]?.(false);
  expect([await after, await isNeeded(context)]).toEqual([false, false]);
  expect(answers).toHaveLength(2);
});
