import { afterEach, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createSendByFetch } from "./send-by-fetch.ts";
import { createSendByNode } from "./send-by-node.ts";
import type { Send, SendRequest } from "./send.ts";

let server: Server | undefined;
afterEach(() => {
  server?.close();
  server?.closeAllConnections();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  // A listening TCP server has an address and a port.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const get = (url: string, changes: Partial<SendRequest> = {}): SendRequest => ({
  url,
  method: "GET",
  headers: {},
  body: undefined,
  timeoutMs: 5_000,
  signal: undefined,
  ...changes,
});

test("after a request without an answer, a sender by node closes the connections that no request uses", async () => {
  const closed: Promise<unknown>[] = [];
  const url = await serve((request, response) => {
    closed.push(once(request.socket, "close"));
    if (request.url !== "/silent") response.end("ok");
  });
  Object.assign(server ?? {}, { keepAliveTimeout: 60_000 });
  const send = createSendByNode();
  await Promise.all([send(get(url)), send(get(url)), send(get(url))]);
  await expect(send(get(`${url}/silent`, { timeoutMs: 1_000 }))).rejects.toMatchObject({ failure: "timeout" });
  await Promise.all(closed);
});

describe.each<[string, () => Send]>([
  ["fetch", () => createSendByFetch()],
  ["node", () => createSendByNode()],
])("a sender by %s", (_name, createSend) => {
  test("delivers a request unchanged and returns the whole answer", async () => {
    const url = await serve((request, response) => {
      response.writeHead(404, { "retry-after": "3", "x-method": `${request.method} ${request.url}` });
      request.pipe(response, { end: false });
      request.once("end", () => response.end(request.headers["x-sent"]));
    });
    const body = "é".repeat(200_000);
    const answer = await createSend()(get(`${url}/path?q=1`, { method: "POST", headers: { "x-sent": "!" }, body }));
    expect(answer.status).toBe(404);
    expect(answer.header("retry-after")).toBe("3");
    expect(answer.header("x-method")).toBe("POST /path?q=1");
    expect(answer.header("x-none")).toBeUndefined();
    expect(new TextDecoder().decode(answer.bytes)).toBe(`${body}!`);
  });

  test("delivers the bytes of a file unchanged, with their length", async () => {
    const url = await serve((request, response) => {
      response.writeHead(200, { "x-length": request.headers["content-length"] });
      request.pipe(response);
    });
    const body = Uint8Array.from({ length: 70_000 }, (_, index) => index % 256);
    const answer = await createSend()(get(url, { method: "PUT", body: body.subarray(1) }));
    expect(answer.header("x-length")).toBe("69999");
    expect(Buffer.from(answer.bytes).equals(body.subarray(1))).toBe(true);
  });

  test("reuses the connection for requests in sequence", async () => {
    const ports = new Set<number | undefined>();
    const url = await serve((request, response) => {
      ports.add(request.socket.remotePort);
      response.end("ok");
    });
    const send = createSend();
    for (let i = 0; i < 10; i += 1) await send(get(url));
    // fetch may take a moment to hand its connection back.
    expect(ports.size).toBeLessThan(4);
  });

  test("fails with a timeout when no answer arrives in time", async () => {
    const url = await serve(() => undefined);
    await expect(createSend()(get(url, { timeoutMs: 50 }))).rejects.toMatchObject({
      name: "TransportError",
      failure: "timeout",
    });
  });

  test("fails with a timeout when the answer stops half-way", async () => {
    const url = await serve((_request, response) => void response.writeHead(200).write("half"));
    await expect(createSend()(get(url, { timeoutMs: 100 }))).rejects.toMatchObject({ failure: "timeout" });
  });

  test("aborts the request when the caller's signal fires, before or after it was sent", async () => {
    const leaving = new AbortController();
    const url = await serve(() => leaving.abort());
    const left = { name: "TransportError", failure: "aborted" };
    await expect(createSend()(get(url, { signal: leaving.signal }))).rejects.toMatchObject(left);
    await expect(createSend()(get(url, { signal: leaving.signal }))).rejects.toMatchObject(left);
  });

  test("fails with a connection error when the connection is refused or breaks", async () => {
    const broken = {
      name: "TransportError",
      failure: "connection",
      cause: expect.objectContaining({ message: expect.any(String) }),
    };
    const url = await serve((request, response) => {
      if (request.url === "/half") response.writeHead(200, { "content-length": "10" }).write("half");
      setImmediate(() => request.socket.destroy());
    });
    await expect(createSend()(get(`${url}/none`))).rejects.toMatchObject(broken);
    await expect(createSend()(get(`${url}/half`))).rejects.toMatchObject(broken);
    server?.close();
    server?.closeAllConnections();
    await expect(createSend()(get(url))).rejects.toMatchObject(broken);
  });
});
