import type { Duplex } from "node:stream";

/**
 * What the server reads of a refused request, and drops: more than the largest body it takes, for as long as a body may
 * take, from a caller who goes on sending.
 */
const ofOne = { maxBytes: 64 * 1024 * 1024, maxMs: 30_000, maxSilenceMs: 2_000 };
/**
 * All connections together have 64 MiB a second, which take a tenth of a core. Without this limit, a hundred of them kept
 * the event loop busy for a second at a time.
 */
const ofAll = { sliceMs: 10, sliceBytes: 640 * 1024 };
/** Node reads so much of a connection at once. */
const readBytes = 64 * 1024;

let sliceLeftBytes = ofAll.sliceBytes;
let slice: NodeJS.Timeout | undefined;
/** Connections that wait for a later slice, the longest wait first. The server does not read them meanwhile. */
const waiting = new Set<Duplex>();

function beginSlice(): void {
  slice = undefined;
  sliceLeftBytes = ofAll.sliceBytes;
  let reads = ofAll.sliceBytes / readBytes;
  for (const socket of waiting) {
    if (reads === 0) break;
    reads -= 1;
    waiting.delete(socket);
    socket.resume();
  }
  if (waiting.size > 0) slice = setTimeout(beginSlice, ofAll.sliceMs);
}

function readOn(socket: Duplex): void {
  slice ??= setTimeout(beginSlice, ofAll.sliceMs);
  if (sliceLeftBytes > 0 && waiting.size === 0) socket.resume();
  else {
    waiting.add(socket);
    socket.pause();
  }
}

/**
 * Reads what still comes on a connection and drops it, until its sender closes it or a limit is reached. Neither the parser
 * nor a request gets it, so it takes no memory.
 */
export function discardRest(socket: Duplex): void {
  const silence = setTimeout(() => {
    // A connection that the server does not read is not silent.
    if (waiting.has(socket)) silence.refresh();
    else socket.destroy();
  }, ofOne.maxSilenceMs);
  const end = setTimeout(() => socket.destroy(), ofOne.maxMs);
  socket.once("close", () => {
    clearTimeout(silence);
    clearTimeout(end);
    waiting.delete(socket);
  });
  let bytes = 0;
  socket.removeAllListeners("data");
  socket.on("data", (piece: Uint8Array) => {
    bytes += piece.byteLength;
    sliceLeftBytes -= piece.byteLength;
    if (bytes > ofOne.maxBytes) {
      socket.destroy();
      return;
    }
    silence.refresh();
    readOn(socket);
  });
  readOn(socket);
}
