import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer";

/** Far more than any message has, because large PDFs come in pieces. */
const longestMessage = 256 * 1024 * 1024;

/**
 * Chromium's debugging pipe: JSON texts, each ended by a NUL. It closes with the browser. It also closes when it
 * receives something else, because then the program is not a browser, or a broken one.
 */
export function createPipeTransport(write: Writable, read: Readable): ConnectionTransport {
  /** The pieces of a message whose end has yet to come. */
  let pieces: Buffer[] = [];
  let piecesLength = 0;
  /** Messages of the same microtask are written together: each write is a system call and wakes the browser. */
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
  /** Whether the first message was JSON, as a browser sends. */
  let isBrowser = false;
  let isBroken = false;
  function receive(message: string): void {
    if (isBroken) return;
    isBrowser ||= isJsonObject(message);
    if (!isBrowser || !message.startsWith("{")) {
      isBroken = true;
      read.destroy();
      return;
    }
    // Each message gets its own iteration of the event loop: its effects must be done before the next message.
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
  // A browser that is killed breaks the pipe. The error tells nothing but that the browser ended.
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
