import { expect, test } from "@jest/globals";
import { createAssetResolver } from "./asset-resolver.ts";

test("an asset that never comes times out, and its request is aborted", async () => {
  const resolver = createAssetResolver({ timeoutMs: 1 });
  const signals: AbortSignal[] = [];
  resolver.start((_, signal) => {
    signals.push(signal);
    return new Promise(() => {});
  });
  expect(await resolver.resolve("https://assets.invalid/never")).toBeUndefined();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});
