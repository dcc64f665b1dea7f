import { expect, test } from "@jest/globals";
import { streamBody } from "./stream-body.ts";

async function* pieces(...lengths: number[]) {
  for (const length of lengths) yield Buffer.alloc(length);
}

test("a streamed body is passed on up to its limit, and broken off beyond it", async () => {
  const received: number[] = [];
  const read = async (body: AsyncIterable<Uint8Array>) => {
    for await (const { byteLength } of streamBody(body, 5)) received.push(byteLength);
  };
  await read(pieces(3, 2));
  expect(received).toEqual([3, 2]);
  await expect(read(pieces(3, 3, 3))).rejects.toMatchObject({ code: "request.too_large" });
  expect(received).toEqual([3, 2, 3]);
});
