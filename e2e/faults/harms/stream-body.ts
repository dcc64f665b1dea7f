import { connect } from "node:net";

export type StreamedBody = {
  status: number;
  /** The time until the first byte of the answer. */
  answeredAfterMs: number;
  closedAfterMs: number;
  sentMb: number;
};

/** A request with a body that repeats one piece up to a size, and its last bytes. */
type BodyStream = { head: string; piece: Buffer; totalBytes: number; end: string };

/** Sends a request as fast as the server reads it, until the server closes the connection. */
export function streamBody(baseUrl: string, options: BodyStream): Promise<StreamedBody> {
  const { hostname, port } = new URL(baseUrl);
  const { promise, resolve } = Promise.withResolvers<StreamedBody>();
  const startedAt = performance.now();
  let answer = "";
  let answeredAfterMs = Number.POSITIVE_INFINITY;
  let sent = 0;
  const socket = connect(Number(port), hostname, () => socket.write(options.head, sendOn));
  const sendOn = () => {
    while (sent < options.totalBytes && socket.writable) {
      sent += options.piece.byteLength;
      const hasEnded = sent >= options.totalBytes;
      if (!socket.write(options.piece) && !hasEnded) return;
      if (hasEnded) socket.write(options.end);
    }
  };
  socket.on("drain", sendOn);
  socket.once("data", () => (answeredAfterMs = performance.now() - startedAt));
  socket.on("data", (part) => (answer += part.toString("latin1")));
  // The server closes the connection while this side sends.
  socket.on("error", () => undefined);
  socket.on("close", () => {
    resolve({
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0),
      answeredAfterMs,
      closedAfterMs: performance.now() - startedAt,
      sentMb: sent / 1024 ** 2,
    });
  });
  return promise;
}
