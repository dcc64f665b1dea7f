import { afterEach, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer } from "node:http";
import { createServer as createTcpServer, type AddressInfo, type Server } from "node:net";
import { createSendByNode } from "./send-by-node.ts";
import type { Send } from "./send.ts";

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A server that counts its requests. */
function createCounter() {
  const counter = { requests: 0, server: createServer() };
  counter.server.on("request", (_request, response) => {
    counter.requests += 1;
    response.end();
  });
  closing.push(() => counter.server.close().closeAllConnections());
  return counter;
}

async function listen(server: Server, host: string, port = 0): Promise<number> {
  server.listen(port, host);
  await once(server, "listening");
  // A listening TCP server has an address and a port.
  return (server.address() as AddressInfo).port;
}

/** Starts a load balancer that gives each connection to the other of two servers. Returns its address. */
async function startBalancer(first: Server, second: Server): Promise<string> {
  let connections = 0;
  const balancer = createTcpServer((socket) => {
    // A server that does not listen itself knows no connections to close.
    closing.push(() => socket.destroy());
    ((connections += 1) % 2 === 1 ? first : second).emit("connection", socket);
  });
  closing.push(() => balancer.close());
  return `http://127.0.0.1:${await listen(balancer, "127.0.0.1")}`;
}

async function sendMany(send: Send, count: number, url: string): Promise<void> {
  for (let sent = 0; sent < count; sent += 1) {
    await send({ url, method: "GET", headers: {}, body: undefined, timeoutMs: 5_000, signal: undefined });
  }
}

test.each([
  ["after 200 requests", 400, 0],
  ["after 30 seconds", 4, 30_000],
])("a connection ends %s, so that a load balancer gives a new server its share", async (_when, count, passing) => {
  const [old, added] = [createCounter(), createCounter()];
  let time = 0;
  const url = await startBalancer(old.server, added.server);
  const send = createSendByNode({ now: () => (time += passing) });
  await sendMany(send, count, url);
  expect([old.requests, added.requests]).toEqual([count / 2, count / 2]);
});

// Only Linux has a second loopback address.
const onLinux = process.platform === "linux" ? test : test.skip;

onLinux("a request that a server hangs with is answered by another, to which the next ones go at once", async () => {
  const addresses = ["127.0.0.1", "127.0.0.2"];
  const [idle, hung] = addresses.map(createCounter);
  if (!idle || !hung) throw new Error("there are two servers");
  hung.server.removeAllListeners("request").on("request", () => (hung.requests += 1));
  const port = await listen(idle.server, "127.0.0.1");
  await listen(hung.server, "127.0.0.2", port);
  let time = 0;
  const send = createSendByNode({
    now: () => time,
    lookUp(_name, _options, callback) {
      callback(
        null,
        addresses.map((address) => ({ address, family: 4 })),
      );
    },
  });
  const request = { method: "POST", headers: {}, body: "{}", timeoutMs: 30_000, signal: undefined };
  const sendOne = () => send({ ...request, url: `http://catalog.test:${port}`, repeatAfterMs: 500 });
  // Many at once, so that some of their connections lead to each server.
  const answers = await Promise.all(Array.from({ length: 6 }, sendOne));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([hung.requests, idle.requests]).toEqual([3, 6]);
  for (let sent = 0; sent < 4; sent += 1) await sendOne();
  await Promise.all(Array.from({ length: 6 }, sendOne));
  expect([hung.requests, idle.requests]).toEqual([3, 16]);
  // It may have recovered.
  time += 11_000;
  await Promise.all(Array.from({ length: 20 }, sendOne));
  expect(hung.requests).toBeGreaterThan(3);
});

onLinux("a request that a server refuses for a reason of its own goes to another, and those after it too", async () => {
  const [refusing, other] = [createCounter(), createCounter()];
  let refused = 0;
  refusing.server.removeAllListeners("request").on("request", (_request, response) => {
    refused += 1;
    response.writeHead(503, { "x-refused": "true" }).end();
  });
  const port = await listen(refusing.server, "127.0.0.1");
  await listen(other.server, "127.0.0.2", port);
  const send = createSendByNode({
    refusalHeader: "x-refused",
    lookUp(_name, _options, callback) {
      callback(
        null,
        ["127.0.0.1", "127.0.0.2"].map((address) => ({ address, family: 4 })),
      );
    },
  });
  const request = { method: "POST", headers: {}, body: "{}", timeoutMs: 5_000, signal: undefined };
  const sendOne = () => send({ ...request, url: `http://catalog.test:${port}` });
  const answers = await Promise.all(Array.from({ length: 6 }, sendOne));
  for (let sent = 0; sent < 6; sent += 1) answers.push(await sendOne());
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
  expect([refused > 0, other.requests]).toEqual([true, 12]);
});

test("a request that is answered late gets its first answer, whichever of the two it is", async () => {
  const { server, ...counter } = createCounter();
  const repeated = Promise.withResolvers<void>();
  let requests = counter.requests;
  server.removeAllListeners("request").on("request", (_request, response) => {
    requests += 1;
    if (requests === 2) repeated.resolve();
    else void repeated.promise.then(() => response.writeHead(202).end());
  });
  const url = `http://127.0.0.1:${await listen(server, "127.0.0.1")}`;
  const request = { url, method: "GET", headers: {}, body: undefined, timeoutMs: 30_000, signal: undefined };
  expect(await createSendByNode()({ ...request, repeatAfterMs: 500 })).toMatchObject({ status: 202 });
});

test("a request on a new connection reaches another server than the open connection leads to", async () => {
  const [first, second] = [createCounter(), createCounter()];
  const url = await startBalancer(first.server, second.server);
  const send = createSendByNode();
  await sendMany(send, 2, url);
  const request = { url, method: "GET", headers: {}, body: undefined, timeoutMs: 5_000, signal: undefined };
  await send({ ...request, isOnNewConnection: true });
  expect([first.requests, second.requests]).toEqual([2, 1]);
});

onLinux("each connection goes to the next address of a name, whatever order the system gives them", async () => {
  const addresses = ["127.0.0.1", "127.0.0.2", "127.0.0.3"];
  const servers = addresses.map(createCounter);
  let port = 0;
  for (const [index, { server }] of servers.entries()) port = await listen(server, addresses[index] ?? "", port);
  let time = 0;
  let known = addresses.slice(0, 2);
  const send = createSendByNode({
    now: () => (time += 60_000),
    lookUp(_name, _options, callback) {
      callback(
        null,
        known.map((address) => ({ address, family: 4 })),
      );
    },
  });
  // With this clock, each request has a connection of its own.
  await sendMany(send, 6, `http://catalog.test:${port}`);
  expect(servers.map(({ requests }) => requests)).toEqual([3, 3, 0]);
  known = addresses;
  await sendMany(send, 3, `http://catalog.test:${port}`);
  expect(servers.map(({ requests }) => requests)).toEqual([4, 4, 1]);
});
