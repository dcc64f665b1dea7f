import type { Readable, Writable } from "node:stream";

type Waiter = { resolve: (result: Record<string, unknown>) => void; reject: (error: Error) => void };
type Answer = { id?: number; result?: Record<string, unknown>; error?: { message: string } };

export type CdpClient = {
  send(method: string, params?: Record<string, unknown>, sessionId?: string): Promise<Record<string, unknown>>;
};

/** Talks to a browser over its debugging pipe, in JSON messages that end in a zero byte, and does nothing besides. */
export function createCdpClient(input: Writable, output: Readable): CdpClient {
  const waiting = new Map<number, Waiter>();
  let lastId = 0;
  let pieces: Buffer[] = [];
  let hasEnded = false;

  output.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      pieces.push(chunk.subarray(start, end));
      // A message of the protocol.
      take(JSON.parse(Buffer.concat(pieces).toString()) as Answer);
      pieces = [];
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
  output.once("close", () => {
    hasEnded = true;
    for (const { reject } of waiting.values()) reject(new Error("the browser ended"));
    waiting.clear();
  });
  // The other pipe reports the end of the browser.
  input.on("error", () => undefined);

  function take({ id, result, error }: Answer): void {
    if (id === undefined) return;
    const waiter = waiting.get(id);
    waiting.delete(id);
    if (error) waiter?.reject(new Error(error.message));
    else waiter?.resolve(result ?? {});
  }

  return {
    send(method, params = {}, sessionId) {
      // The promise would never settle.
      if (hasEnded) return Promise.reject(new Error("the browser ended"));
      const { promise, resolve, reject } = Promise.withResolvers<Record<string, unknown>>();
      lastId += 1;
      waiting.set(lastId, { resolve, reject });
      input.write(`${JSON.stringify({ id: lastId, method, params, ...(sessionId && { sessionId }) })}\0`);
      return promise;
    },
  };
}
