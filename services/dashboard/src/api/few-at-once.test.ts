import { expect, test } from "@jest/globals";
import { fewAtOnce } from "./few-at-once.ts";

const wanted = new AbortController().signal;

test("no more pieces of work run at once than the limit, and all of them run", async () => {
  const run = fewAtOnce(2);
  const started: number[] = [];
  const ends = Array.from({ length: 5 }, () => Promise.withResolvers<void>());
  const all = ends.map(({ promise }, index) =>
    run(wanted, async () => {
      started.push(index);
      await promise;
      return index;
    }),
  );
  for (const [index, end] of ends.entries()) {
    expect(started).toHaveLength(Math.min(index + 2, 5));
    end.resolve();
    expect(await all[index]).toBe(index);
  }
});

test("work that fails gives its place to the next", async () => {
  const run = fewAtOnce(1);
  const failed = run(wanted, () => Promise.reject(new Error("no")));
  const next = run(wanted, () => Promise.resolve("next"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("next");
});

test("work that is not wanted any more when its turn comes is not begun, and the next one is", async () => {
  const run = fewAtOnce(1);
  const first = Promise.withResolvers<void>();
  const leaving = new AbortController();
  const began: string[] = [];
  const running = run(wanted, () => first.promise);
  const unwanted = run(leaving.signal, async () => {
    began.push("unwanted");
  });
  const last = run(wanted, async () => {
    began.push("last");
  });
  leaving.abort(new Error("left"));
  first.resolve();
  await expect(unwanted).rejects.toThrow("left");
  await Promise.all([running, last]);
  expect(began).toEqual(["last"]);
});
