import type { Readable, Writable } from "node:stream";
import type { ConnectionTransport } from "puppeteer";

/** Far more than most messages have. The PDF of a short document may be longer, and is then printed again, in pieces. */
const longestMessage = 32 * 1024 * 1024;
/** The end of an answer: it names its session. */
const longestEnd = 200;
const endOfAnswer = /"sessionId":"([0-9A-F]{1,100})"\}$/;
/** The words of the error that stands for an answer beyond the limit. */
export const answerTooLong = "The answer is too long";

/**
 * Chromium's debugging pipe: JSON texts, each ended by a NUL. It closes with the browser. It also closes when it
 * receives something else, because then the program is not a browser, or a broken one. Of a message beyond the limit it
 * keeps nothing but its start and end: an answer becomes an error, and an event is left out.
 */
export function createPipeTransport(write: Writable, read: Readable): ConnectionTransport {
  /** The pieces of a message whose end has yet to come. */
  let pieces: Buffer[] = [];
  let piecesLength = 0;
  /** Whether the message exceeds the limit. Its pieces then are the first one and those at its end. */
  let isTooLong = false;
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
  function receivePieces(): void {
    if (!isTooLong) {
      receive(Buffer.concat(pieces).toString("utf8"));
    } else {
      const [first = Buffer.alloc(0), ...last] = pieces;
      const id = /^\{"id":(\d{1,15}),/.exec(first.toString("latin1", 0, longestEnd))?.[1];
      const sessionId = endOfAnswer.exec(Buffer.concat(last).toString("latin1").slice(-longestEnd))?.[1];
      const error = { code: -32_000, message: answerTooLong };
      if (id !== undefined) receive(JSON.stringify({ id: Number(id), error, ...(sessionId && { sessionId }) }));
    }
    pieces = [];
    piecesLength = 0;
    isTooLong = false;
  }

  function keep(piece: Buffer): void {
    pieces.push(piece);
    piecesLength += piece.length;
    if (piecesLength <= longestMessage) return;
    // Copies, because a piece is part of a larger buffer.
    if (!isTooLong) pieces[0] = Buffer.from(pieces[0]?.subarray(0, longestEnd) ?? "");
    isTooLong = true;
    pieces = [pieces[0] ?? piece, Buffer.from(Buffer.concat(pieces.slice(1).slice(-2)).subarray(-longestEnd))];
  }

  read.on("data", (chunk: Buffer) => {
    let start = 0;
    for (let end = chunk.indexOf(0); end !== -1; end = chunk.indexOf(0, start)) {
      if (pieces.length === 0) {
        receive(chunk.toString("utf8", start, end));
      } else {
        keep(chunk.subarray(start, end));
        receivePieces();
      }
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
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
