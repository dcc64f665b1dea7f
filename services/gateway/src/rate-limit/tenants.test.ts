import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { createTenants } from "./tenants.ts";

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("requests of one credential share a look-up, which counts for ten minutes", async () => {
  const tenants = createTenants<string>();
  let lookUps = 0;
  const find = () => Promise.resolve(`look-up ${(lookUps += 1)}`);
  expect(await Promise.all([tenants.of("key", find), tenants.of("key", find)])).toEqual(["look-up 1", "look-up 1"]);
  jest.advanceTimersByTime(10 * 60_000 - 1);
  expect(await tenants.of("key", find)).toBe("look-up 1");
  jest.advanceTimersByTime(1);
  expect(await tenants.of("key", find)).toBe("look-up 2");
});

test("a look-up that fails is not remembered", async () => {
  const tenants = createTenants<string>();
  await expect(tenants.of("key", () => Promise.reject(new Error("away")))).rejects.toThrow("away");
  expect(await tenants.of("key", () => Promise.resolve("found"))).toBe("found");
});
