import { expect, test } from "@jest/globals";
import { GrowingBuffer } from "./growing-buffer.ts";

test("pieces of any size come out in their order, and a single piece is not copied", () => {
  const pieces = ["a", "bc", "x".repeat(5_000), "", "d"].map((text) => Buffer.from(text));
  const buffer = new GrowingBuffer(1_000_000);
  for (const piece of pieces) buffer.append(piece);
  expect([buffer.size, Buffer.from(buffer.take())]).toEqual([5_004, Buffer.concat(pieces)]);
  expect(buffer.take()).toEqual(new Uint8Array());
  const only = Buffer.from("only");
  buffer.append(only);
  expect(buffer.take()).toBe(only);
});

test("a claim about the length allocates nothing, and bytes beyond the claim still fit", () => {
  const buffer = new GrowingBuffer(5_000_000);
  buffer.append(Buffer.from("a"));
  buffer.append(Buffer.from("b"));
  expect(buffer.take().buffer.byteLength).toBeLessThanOrEqual(Buffer.poolSize);
  const short = new GrowingBuffer(1);
  for (const letter of "abc") short.append(Buffer.from(letter));
  expect(Buffer.from(short.take()).toString()).toBe("abc");
});

test("a body of 5 MiB in pieces of one byte takes at most four times its bytes", () => {
  const limitBytes = 5 * 1024 * 1024;
  const buffer = new GrowingBuffer(limitBytes);
  const before = process.memoryUsage().arrayBuffers;
  const piece = Buffer.from("x");
  let most = 0;
  for (let index = 0; index < limitBytes; index += 1) {
    buffer.append(piece);
    if (index % 100_000 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  }
  expect(most).toBeLessThan(4 * limitBytes);
  expect(buffer.take().buffer.byteLength).toBe(limitBytes);
});
