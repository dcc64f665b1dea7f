import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import { createUploadTurns } from "./upload-turns.ts";

const { signal } = new AbortController();

test("of one account's uploads three are received at a time, however many projects they are for, and others' at once", async () => {
  const turns = createUploadTurns();
  let received = 0;
  const take = (account: string) =>
    turns.take(accountHolder(account), 1, signal).then(
      () => (received += 1),
      () => undefined,
    );
  for (let upload = 0; upload < 16; upload += 1) void take("acc_1");
  await new Promise(setImmediate);
  expect(received).toBe(3);
  await take("acc_2");
  expect(received).toBe(4);
});
