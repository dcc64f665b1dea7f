import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createReadTurns } from "./read-turns.ts";

const { signal } = new AbortController();

test("of one account two reads go on at a time, and those of others beside them", async () => {
  const turns = createReadTurns();
  const begun: string[] = [];
  const endless = (account: string) => () => {
    begun.push(account);
    return new Promise<never>(() => undefined);
  };
  for (const account of ["acc_1", "acc_1", "acc_1", "acc_2"]) {
    // The read without a turn is refused after the test.
    turns.run(accountHolder(account), signal, endless(account)).catch(() => undefined);
  }
  await new Promise(setImmediate);
  expect(begun).toEqual(["acc_1", "acc_1", "acc_2"]);
});

test("a read that fails gives its turn back", async () => {
  const turns = createReadTurns();
  const read = (work: () => Promise<string>) => turns.run(accountHolder("acc_1"), signal, work);
  for (let failure = 0; failure < 3; failure += 1) {
    await expect(read(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  }
  expect(await read(() => Promise.resolve("read"))).toBe("read");
});
