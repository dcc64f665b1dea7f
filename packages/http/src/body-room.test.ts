import { expect, test } from "@jest/globals";
import { accountHolder } from "@platen/contracts/holder";
import type { Request } from "express";
import { createBodyRoom } from "./body-room.ts";

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
      const sender = { verify: () => Promise.resolve(accountHolder("acc_1")), signal, isOver };
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
