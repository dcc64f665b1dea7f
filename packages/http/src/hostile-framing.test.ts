import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { z } from "zod";

const started = z.object({ port: z.number() });
const measured = z.object({ peak: z.number(), most: z.number() });
const megabyte = 1_000_000;

let child: ChildProcess;
let port: number;
beforeEach(async () => {
  // Node takes such a heap in a container of 512 MB.
  child = fork(new URL("test-measured-server.ts", import.meta.url), [], { execArgv: ["--max-old-space-size=256"] });
  const [message] = await once(child, "message");
  port = started.parse(message).port;
});
afterEach(() => child.disconnect());

async function measure() {
  child.send("measure");
  const [message] = await once(child, "message");
  return measured.parse(message);
}

/** Sends bytes on a connection that stays open, and resolves when the system has taken them or the server has closed it. */
async function send(bytes: string): Promise<() => string> {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (data: Buffer) => (answer += data.toString("latin1")));
  socket.on("error", () => undefined);
  await Promise.race([new Promise<void>((sent) => socket.write(bytes, () => sent())), once(socket, "close")]);
  return () => answer;
}

/** Sends ordinary requests, one after the other. */
async function warmUp(count: number): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) await (await fetch(`http://127.0.0.1:${port}/`)).text();
}

const chunkOf = (size: number) => `${size.toString(16)}\r\n${"x".repeat(size)}\r\n`;

describe("one hundred bodies that do not end take less than 50 MB:", () => {
  test.each([
    ["16,300 chunks of one byte, read", "/read", 1, 16_300],
    ["16,300 chunks of one byte, not read", "/unread", 1, 16_300],
    ["2,000 chunks of 32 bytes, read", "/read", 32, 2_000],
    ["2,000 chunks of 32 bytes, not read", "/unread", 32, 2_000],
  ])("%s", async (_what, path, size, count) => {
    const before = await measure();
    const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`;
    for (let sent = 0; sent < 100; sent += 1) await send(head + chunkOf(size).repeat(count));
    const after = await measure();
    expect(after.peak - before.peak).toBeLessThan(50 * megabyte);
  });
});

describe("pipelined requests are answered in order, one at a time:", () => {
  test.each([
    ["on one connection", 1, 10_000, 60],
    ["on each of 40 connections", 40, 250, 130],
  ])("%s", async (_what, connections, count, megabytes) => {
    // Node gives itself some memory with the first requests.
    await warmUp(2_000);
    const before = await measure();
    const requests = Array.from({ length: count }, (_, index) => {
      const end = index === count - 1 ? "Connection: close\r\n" : "";
      return `GET /${index} HTTP/1.1\r\nHost: x\r\nX: ${"x".repeat(20)}\r\n${end}\r\n`;
    }).join("");
    const expected = Array.from({ length: count }, (_, index) => `</${index}>`);
    await Promise.all(
      Array.from({ length: connections }, async () => {
        const socket = connect(port, "127.0.0.1");
        let answers = "";
        socket.on("data", (data: Buffer) => (answers += data.toString("latin1")));
        socket.write(requests);
        await once(socket, "close");
        expect(answers.match(/<[^>]*>/g)).toEqual(expected);
      }),
    );
    const after = await measure();
    expect(after.most).toBeLessThanOrEqual(connections);
    expect(after.peak - before.peak).toBeLessThan(megabytes * megabyte);
  });
});
