import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer";

/** Chromium's debugging pipe: JSON texts, each ended by a NUL. It closes with the browser. */
export function createPipeTransport(write: Writable, read: Readable): ConnectionTransport {
  let pieces: Buffer[] = [];
  const transport: ConnectionTransport = {
    send(message) {
      write.write(message);
      write.write("\0");
    },
    close() {
      write.end();
      read.destroy();
    },
  };
  read.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      const message = Buffer.concat([...pieces, chunk.subarray(start, end)]).toString("utf8");
      pieces = [];
      start = end + 1;
      // Each in a turn of its own, as what one message leads to must be done before the next is looked at.
      setImmediate(() => transport.onmessage?.(message));
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
