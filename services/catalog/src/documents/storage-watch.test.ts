import { beforeEach, expect, test } from "@jest/globals";
import { createStorageWatch } from "./storage-watch.ts";

/** The answers to looks at the storage, which the test gives. */
let looks: { works(): void; fails(): void }[];
let onLook: () => void;
let lines: string[];

beforeEach(() => {
  [looks, lines, onLook] = [[], [], () => undefined];
});

function watched({ waitMs = 60_000 } = {}) {
  const check = () =>
    new Promise<void>((works, fails) => {
      looks.push({ works, fails: () => fails(new Error("away")) });
      onLook();
    });
  const log = { info: (line: string) => void lines.push(line), warn: (line: string) => void lines.push(line) };
  return createStorageWatch({ check, logger: log, everyMs: 0, waitMs });
}
const nextLook = () => new Promise<void>((resolve) => void (onLook = resolve));

test("a call that fails while the storage works tells nothing about the storage, and failures at once share a look", async () => {
  const watch = watched();
  expect(watch.isAway()).toBe(false);
  const answers = [watch.isAwayAfterFailure(), watch.isAwayAfterFailure()];
  expect([looks.length, watch.isAway()]).toEqual([1, true]);
  looks[0]?.works();
  expect(await Promise.all(answers)).toEqual([false, false]);
  expect([watch.isAway(), lines]).toEqual([false, []]);
});

test("a storage that fails is away until a look finds it again, and each is logged once", async () => {
  const watch = watched();
  const answer = watch.isAwayAfterFailure();
  let looked = nextLook();
  looks[0]?.fails();
  expect(await answer).toBe(true);
  await looked;
  expect(await watch.isAwayAfterFailure()).toBe(true);
  looked = nextLook();
  looks[1]?.fails();
  await looked;
  looks[2]?.works();
  // The look has ended when its promises have.
  await new Promise(setImmediate);
  expect([watch.isAway(), looks.length]).toEqual([false, 3]);
  expect(lines).toEqual([
    "the storage of kept PDFs is away, so background documents wait",
    "the storage of kept PDFs works again",
  ]);
});

test("a storage that hangs counts as away, and is not waited for", async () => {
  const watch = watched({ waitMs: 1 });
  expect(await watch.isAwayAfterFailure()).toBe(true);
  expect(looks).toHaveLength(1);
  watch.close();
});
