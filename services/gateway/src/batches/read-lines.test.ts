import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "@jest/globals";
import { createLineReader, LineTooLong } from "./read-lines.ts";

const megabyte = 1_000_000;

/** The lines of a text that arrives in pieces of some bytes. */
function linesOf(text: string | Buffer, pieceBytes: number, limitBytes = megabyte): string[] {
  const bytes = Buffer.from(text);
  const reader = createLineReader(limitBytes);
  const lines: string[] = [];
  const take = (given: Iterable<Uint8Array>) => {
    for (const line of given) lines.push(Buffer.from(line).toString());
  };
  for (let at = 0; at < bytes.byteLength; at += pieceBytes) take(reader.endedIn(bytes.subarray(at, at + pieceBytes)));
  take(reader.rest());
  return lines;
}

test.each([1, 2, 3, 7, 100])("lines are the same whatever the borders of the pieces: %d bytes", (pieceBytes) => {
  const lines = ["one", "", "", "fünf ".repeat(700), "\r", "x"];
  expect(linesOf(lines.join("\n"), pieceBytes)).toEqual(lines);
  expect(linesOf(`${lines.join("\n")}\n`, pieceBytes)).toEqual(lines);
});

test.each([1, 64])("a line of the limit is read and one byte more refused: pieces of %d bytes", (pieceBytes) => {
  const longest = "x".repeat(50);
  expect(linesOf(`${longest}\n${longest}`, pieceBytes, 50)).toEqual([longest, longest]);
  for (const text of [`${longest}y`, `${longest}y\n`]) expect(() => linesOf(text, pieceBytes, 50)).toThrow(LineTooLong);
});

/** What this process holds, without garbage. */
function heldBytes(): number {
  setFlagsFromString("--expose-gc");
  // V8 gives the function to new contexts alone.
  (runInNewContext("gc") as () => void)();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

test("a begun line that arrives byte by byte takes at most four times its bytes", () => {
  const reader = createLineReader(megabyte);
  const byte = Buffer.from("x");
  const before = heldBytes();
  for (let count = 0; count < megabyte; count += 1) for (const line of reader.endedIn(byte)) expect(line).toBe("none");
  expect(heldBytes() - before).toBeLessThan(4 * megabyte);
  expect(reader.begunBytes()).toBe(megabyte);
});
