import { expect, test } from "@jest/globals";
import { accountHolder, credentialHolder, networkHolder } from "@platen/contracts/holder";
import type { Request } from "express";
import type { Problem } from "@platen/contracts";
import { createBodyRoom, type BodyHolder } from "./body-room.ts";

const megabyte = 1024 * 1024;

/** Starts to read bodies of one holder that fill its share of the room. */
function createReading(until: "read" | "over") {
  const room = createBodyRoom(8 * megabyte);
  // The reader of a body uses these headers alone.
  const request = { headers: { "content-length": String(8 * megabyte) } } as unknown as Request;
  const { signal } = new AbortController();
  const admitted: string[] = [];
  return {
    admitted,
    async start(name: string, isOver: Promise<void>) {
      const account = accountHolder("acc_1");
      const holder = () => Promise.resolve({ account, credential: credentialHolder("key") });
      const sender = { verify: () => Promise.resolve(account), holder, signal, isOver };
      await room.read(request, { limitBytes: 8 * megabyte, sender, until }, async (beforeMore) => {
        await beforeMore?.();
        admitted.push(name);
      });
    },
  };
}

test("a file takes room until its request is over, another body until it is read", async () => {
  const never = new Promise<void>(() => undefined);
  const bodies = createReading("read");
  await bodies.start("first", never);
  await bodies.start("second", never);
  expect(bodies.admitted).toEqual(["first", "second"]);

  const files = createReading("over");
  const first = Promise.withResolvers<void>();
  await files.start("first", first.promise);
  const second = files.start("second", never);
  await new Promise(setImmediate);
  expect(files.admitted).toEqual(["first"]);
  first.resolve();
  await second;
  expect(files.admitted).toEqual(["first", "second"]);
});

/** Bodies that arrive without end, and those of them that are read. */
function createArriving() {
  const room = createBodyRoom(8 * megabyte);
  const { signal } = new AbortController();
  const read: string[] = [];
  const refused: string[] = [];
  return {
    read,
    refused,
    start(name: string, holder: BodyHolder, complete = false) {
      // The reader of a body uses these fields alone.
      const request = { headers: {}, complete } as unknown as Request;
      const never = new Promise<void>(() => undefined);
      const sender = {
        verify: () => Promise.resolve(accountHolder("acc_1")),
        holder: () => Promise.resolve(holder),
        signal,
        isOver: never,
      };
      room
        .read(request, { limitBytes: megabyte, sender, until: "read" }, () => {
          read.push(name);
          return never;
        })
        .catch((error: Problem) => refused.push(error.code));
    },
  };
}

const strangers = (network: string) => ({ network: networkHolder(network) });
const ofKey = (account: string, hash: string) => ({
  account: accountHolder(account),
  credential: credentialHolder(hash),
});

test("strangers of a network have ten bodies arriving, which take no place of a key at the same address", async () => {
  const bodies = createArriving();
  for (let count = 0; count < 16; count += 1) bodies.start("attacker", strangers("192.0.2.1"));
  bodies.start("neighbour", strangers("192.0.2.2"));
  bodies.start("key", ofKey("acc_1", "hash"));
  bodies.start("whole", strangers("192.0.2.1"), true);
  await new Promise(setImmediate);
  expect(bodies.read.filter((name) => name === "attacker")).toHaveLength(10);
  expect(new Set(bodies.read)).toEqual(new Set(["attacker", "neighbour", "key", "whole"]));
  expect(bodies.refused).toEqual(["rate.limited"]);
});

test("the bodies of an account that are arriving leave places to others, also with many keys", async () => {
  const bodies = createArriving();
  for (let count = 0; count < 300; count += 1) {
    bodies.start("attacker", ofKey("acc_1", `key ${count % 3}`));
  }
  bodies.start("other", ofKey("acc_2", "hash"));
  await new Promise(setImmediate);
  expect(bodies.read.filter((name) => name === "attacker")).toHaveLength(128);
  expect(bodies.read).toContain("other");
});
