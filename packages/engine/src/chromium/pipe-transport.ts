import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer";

/** No message is nearly as long: PDFs come in pieces. */
const longestMessage = 256 * 1024 * 1024;

/**
 * Chromium's debugging pipe: JSON texts, each ended by a NUL. It closes with the browser, and when something else comes
 * through it, as then it is no browser, or none that can be worked with.
 */
export function createPipeTransport(write: Writable, read: Readable): ConnectionTransport {
  /** The beginning of a message whose end is still to come. */
  let pieces: Buffer[] = [];
  let piecesLength = 0;
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
  /** Whether a browser is there, by its first message. */
  let hasSpoken = false;
  let isBroken = false;
  function receive(message: string): void {
    if (isBroken) return;
    hasSpoken ||= isJsonObject(message);
    if (!hasSpoken || !message.startsWith("{")) {
      isBroken = true;
      read.destroy();
      return;
    }
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
        piecesLength = 0;
      }
      start = end + 1;
    }
    if (start === chunk.length) return;
    pieces.push(chunk.subarray(start));
    piecesLength += chunk.length - start;
    if (piecesLength > longestMessage) read.destroy();
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

function isJsonObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null;
  } catch {
    return false;
  }
}
