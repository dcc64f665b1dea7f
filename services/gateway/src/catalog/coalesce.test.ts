import { expect, jest, test } from "@jest/globals";
import { coalesce } from "./coalesce.ts";

function recorded(options: { spacingMs?: number; maxItems?: number; fail?: (items: readonly number[]) => boolean }) {
  const batches: (readonly number[])[] = [];
  const sendSpaced = coalesce<number, string>({
    maxItems: options.maxItems ?? 100,
    async sendAll(items) {
      batches.push(items);
      await Promise.resolve();
      if (options.fail?.(items)) throw new Error(`failed: ${items.join()}`);
      return items.map((item) => `result ${item}`);
    },
  });
  const send = (item: number, spacingMs = options.spacingMs ?? 0) => sendSpaced(item, spacingMs);
  return { batches, send };
}

test("a single item is sent at once", async () => {
  const { batches, send } = recorded({ spacingMs: 60_000 });
  await expect(send(1)).resolves.toBe("result 1");
  expect(batches).toEqual([[1]]);
});

test("items that come at the same time share a batch, and each gets its own result", async () => {
  const { batches, send } = recorded({ spacingMs: 20 });
  expect(await Promise.all([send(1), send(2), send(3)])).toEqual(["result 1", "result 2", "result 3"]);
  expect(batches).toEqual([[1, 2, 3]]);
});

test("items that come soon after a batch wait until their spacing has passed, and share the next one", async () => {
  jest.useFakeTimers();
  try {
    const { batches, send } = recorded({ spacingMs: 40 });
    const first = send(1);
    await jest.advanceTimersByTimeAsync(1);
    await expect(first).resolves.toBe("result 1");
    const second = send(2);
    await jest.advanceTimersByTimeAsync(20);
    const third = send(3);
    await jest.advanceTimersByTimeAsync(15);
    expect(batches).toEqual([[1]]);
    await jest.advanceTimersByTimeAsync(10);
    expect(batches).toEqual([[1], [2, 3]]);
    await expect(Promise.all([second, third])).resolves.toEqual(["result 2", "result 3"]);
    await jest.advanceTimersByTimeAsync(100);
    await Promise.all([send(4), jest.advanceTimersByTimeAsync(1)]);
    expect(batches.at(-1)).toEqual([4]);
  } finally {
    jest.useRealTimers();
  }
});

test("an item that must not wait is sent at once, together with those that wait", async () => {
  const { batches, send } = recorded({ spacingMs: 60_000 });
  await send(1);
  const patient = send(2);
  const hasty = send(3, 0);
  await expect(Promise.all([patient, hasty])).resolves.toEqual(["result 2", "result 3"]);
  expect(batches).toEqual([[1], [2, 3]]);
});

test("a batch that hangs delays only its own items", async () => {
  const hanging = Promise.withResolvers<string[]>();
  const sendAll = jest.fn((items: readonly number[]) =>
    items.includes(1) ? hanging.promise : Promise.resolve(items.map(String)),
  );
  const send = coalesce({ sendAll, maxItems: 10 });
  const first = send(1, 0);
  await new Promise(setImmediate);
  await expect(send(2, 0)).resolves.toBe("2");
  hanging.resolve(["late"]);
  await expect(first).resolves.toBe("late");
});

test("no batch is larger than the limit", async () => {
  const { batches, send } = recorded({ maxItems: 2 });
  await Promise.all([1, 2, 3, 4, 5].map((item) => send(item)));
  expect(batches).toEqual([[1, 2], [3, 4], [5]]);
});

test("a batch that fails takes only its own items with it", async () => {
  const { send } = recorded({ maxItems: 2, fail: (items) => items.includes(3) });
  const settled = await Promise.allSettled([1, 2, 3, 4, 5].map((item) => send(item)));
  expect(settled.map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "rejected", "fulfilled"]);
});

test("a wrong number of results fails all items", async () => {
  const send = coalesce({ sendAll: () => Promise.resolve(["only one"]), maxItems: 10 });
  const settled = await Promise.allSettled([send(1, 0), send(2, 0)]);
  expect(settled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
});
