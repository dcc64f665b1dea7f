import dns from "node:dns/promises";
import { syncBuiltinESMExports } from "node:module";
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from "@jest/globals";
import { sharedLookup } from "./shared-lookup.ts";

const { lookup } = dns;
const nameServer = jest.fn<() => Promise<{ address: string; family: number }[]>>();

beforeAll(() => {
  Object.assign(dns, { lookup: nameServer });
  syncBuiltinESMExports();
});
afterAll(() => {
  Object.assign(dns, { lookup });
  syncBuiltinESMExports();
});
beforeEach(() => {
  // The look-up calls back by `nextTick`.
  jest.useFakeTimers({ doNotFake: ["nextTick"] });
  nameServer.mockReset();
});
afterEach(() => {
  jest.useRealTimers();
});

const address = (value: string) => [{ address: value, family: 4 }];
const failure = (code: string) => Object.assign(new Error(code), { code });

function lookUp(name: string): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  sharedLookup(name, {}, (error, found) => {
    if (error) reject(error);
    else resolve(found);
  });
  return promise;
}

/** Looks a name up while its server is well, and lets a second pass. */
async function lookUpBefore(name: string): Promise<void> {
  nameServer.mockResolvedValueOnce(address("10.0.0.1"));
  await expect(lookUp(name)).resolves.toBe("10.0.0.1");
  await jest.advanceTimersByTimeAsync(1_000);
}

test("a name server that fails leaves a name its last address, and the next answer counts", async () => {
  await lookUpBefore("fails.test");
  nameServer.mockRejectedValueOnce(failure("EAI_AGAIN"));
  await expect(lookUp("fails.test")).resolves.toBe("10.0.0.1");
  nameServer.mockResolvedValueOnce(address("10.0.0.2"));
  await expect(lookUp("fails.test")).resolves.toBe("10.0.0.2");
});

test("a name server that does not answer delays one look-up by a second, and its late answer counts", async () => {
  await lookUpBefore("silent.test");
  const late = Promise.withResolvers<{ address: string; family: number }[]>();
  nameServer.mockReturnValueOnce(late.promise);
  const waiting = lookUp("silent.test");
  await jest.advanceTimersByTimeAsync(1_000);
  await expect(waiting).resolves.toBe("10.0.0.1");
  await expect(lookUp("silent.test")).resolves.toBe("10.0.0.1");
  late.resolve(address("10.0.0.2"));
  await jest.advanceTimersByTimeAsync(0);
  await expect(lookUp("silent.test")).resolves.toBe("10.0.0.2");
  expect(nameServer).toHaveBeenCalledTimes(2);
});

test("a name that no longer exists has no address", async () => {
  await lookUpBefore("removed.test");
  nameServer.mockRejectedValueOnce(failure("ENOTFOUND"));
  await expect(lookUp("removed.test")).rejects.toThrow("ENOTFOUND");
});

test.each([
  ["that was never found", "never.test", 0],
  ["that was found over an hour ago", "old.test", 3_600_000],
])("a name %s has no address while its server fails", async (_which, name, ageMs) => {
  if (ageMs > 0) await lookUpBefore(name);
  await jest.advanceTimersByTimeAsync(ageMs);
  nameServer.mockRejectedValueOnce(failure("EAI_AGAIN"));
  await expect(lookUp(name)).rejects.toThrow("EAI_AGAIN");
});
