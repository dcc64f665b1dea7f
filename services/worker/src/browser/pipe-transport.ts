import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer";

/** Chromium's debugging pipe: JSON texts, each ended by a NUL. It closes with the browser. */
export function createPipeTransport(write: Writable, read: Readable): ConnectionTransport {
  /** The beginning of a message whose end is still to come. */
  let pieces: Buffer[] = [];
  /** Messages that are sent in the same turn go together: each write is a system call here, and wakes the browser. */
  let waiting = "";
  function flush(): void {
    write.write(waiting);
    waiting = "";
  }
  const transport: ConnectionTransport = {
    send(message) {
      if (waiting === "") queueMicrotask(flush);
      waiting += `${message}\0`;
    },
    close() {
      write.end();
      read.destroy();
    },
  };
  function receive(message: string): void {
    // Each in a turn of its own, as what one message leads to must be done before the next is looked at.
    setImmediate(() => transport.onmessage?.(message));
  }
  read.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (pieces.length === 0) {
        receive(chunk.toString("utf8", start, end));
      } else {
        receive(Buffer.concat([...pieces, chunk.subarray(start, end)]).toString("utf8"));
        pieces = [];
      }
      start = end + 1;
    }
    if (start < chunk.length) pieces.push(chunk.subarray(start));
  });
  let isClosed = false;
  const onClose = () => {
    if (isClosed) return;
    isClosed = true;
    setImmediate(() => transport.onclose?.());
  };
  read.once("close", onClose);
  // A browser that is killed breaks the pipe; its end is all there is to tell.
  for (const stream of [read, write]) stream.on("error", onClose);
  return transport;
}
