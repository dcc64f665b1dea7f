import { once } from "node:events";
import { PassThrough } from "node:stream";
import { expect, test } from "@jest/globals";
import { createPipeTransport } from "./pipe-transport.ts";

function openPipe() {
  const fromBrowser = new PassThrough();
  const transport = createPipeTransport(new PassThrough(), fromBrowser);
  const received: string[] = [];
  const closed = new Promise<void>((resolve) => {
    Object.assign(transport, { onclose: resolve });
  });
  Object.assign(transport, { onmessage: (message: string) => void received.push(message) });
  return { fromBrowser, received, closed };
}

test("messages arrive whole, however the pipe cuts them", async () => {
  const { fromBrowser, received, closed } = openPipe();
  for (const piece of ['{"id":1}\0{"i', "", 'd":2', '}\0{"id":3}\0']) fromBrowser.write(piece);
  fromBrowser.end();
  await once(fromBrowser, "end");
  fromBrowser.destroy();
  await closed;
  expect(received).toEqual(['{"id":1}', '{"id":2}', '{"id":3}']);
});

test("an answer beyond the limit becomes an error of its session, an event beyond it is left out, and the next message arrives", async () => {
  const { fromBrowser, received } = openPipe();
  const megabyte = "x".repeat(1_000_000);
  const send = async (start: string, end: string) => {
    fromBrowser.write(start);
    for (let sent = 0; sent < 40; sent += 1) {
      if (!fromBrowser.write(megabyte)) await once(fromBrowser, "drain");
    }
    fromBrowser.write(end);
  };
  await send('{"id":1,"result":{"data":"', '"},"sessionId":"A1"}\0');
  await send('{"method":"a","params":"', '"}\0');
  fromBrowser.end('{"id":2}\0');
  await once(fromBrowser, "end");
  await new Promise(setImmediate);
  const error = { code: -32_000, message: "The answer is too long" };
  expect(received.map((message): unknown => JSON.parse(message))).toEqual([
    { id: 1, error, sessionId: "A1" },
    { id: 2 },
  ]);
});

test.each(["garbage\0", '{"garbage\0{"id":1}\0', '{"id":1}\0garbage\0{"id":2}\0'])(
  "a pipe closes when it receives something other than JSON: %j",
  async (text) => {
    const { fromBrowser, received, closed } = openPipe();
    fromBrowser.write(text);
    await closed;
    expect(received.every((message) => message === '{"id":1}')).toBe(true);
  },
);
