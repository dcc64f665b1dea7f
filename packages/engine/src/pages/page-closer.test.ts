import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createPageCloser } from "./page-closer.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test.each([
  ["failed, after 1.5 s", false, 1_500],
  ["is sound, after 15 s", true, 15_000],
])(
  "a page that does not close loses its renderer if it %s, and 2 s later its browser",
  async (_, isUsable, graceMs) => {
    const ended: string[] = [];
    const { close, closing } = createPageCloser({
      killRenderer: (pid) => Promise.resolve(ended.push(`renderer ${pid}`) > 0),
      onStuck: () => void ended.push("browser"),
    });
    const page = {
      print: () => Promise.reject(new Error("prints nothing")),
      findCut: () => Promise.resolve(undefined),
      isUsable: () => isUsable,
      close: () => new Promise<void>(() => undefined),
    };
    close({ page, rendererPid: 7 });
    await jest.advanceTimersByTimeAsync(graceMs - 1);
    expect([ended, closing.size]).toEqual([[], 1]);
    await jest.advanceTimersByTimeAsync(1);
    expect(ended).toEqual(["renderer 7"]);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(ended).toEqual(["renderer 7", "browser"]);
  },
);
