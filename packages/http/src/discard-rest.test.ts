import { Duplex } from "node:stream";
import { once } from "node:events";
import { expect, test } from "@jest/globals";
import { discardRest } from "./discard-rest.ts";

const megabyte = 1024 * 1024;

/** A connection on which data come as fast as they are read. */
function endless(): { connection: Duplex; readBytes: () => number } {
  let bytes = 0;
  const piece = Buffer.alloc(64 * 1024);
  const connection = new Duplex({
    read() {
      bytes += piece.byteLength;
      this.push(piece);
    },
  });
  return { connection, readBytes: () => bytes };
}

test("senders without end are disconnected after 64 MiB each, and all together are read at 64 MiB a second", async () => {
  const startedAt = performance.now();
  const senders = [endless(), endless()];
  await Promise.all(
    senders.map(async ({ connection }) => {
      const closed = once(connection, "close");
      discardRest(connection);
      await closed;
    }),
  );
  for (const { readBytes } of senders) {
    expect(readBytes()).toBeGreaterThan(64 * megabyte);
    expect(readBytes()).toBeLessThan(65 * megabyte);
  }
  expect(performance.now() - startedAt).toBeGreaterThan(1_900);
});
