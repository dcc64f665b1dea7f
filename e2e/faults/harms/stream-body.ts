import { connect } from "node:net";

export type StreamedBody = {
  status: number;
  /** Until the first byte of the answer. */
  answeredAfterMs: number;
  closedAfterMs: number;
  sentMb: number;
};

/** A request whose body is the same piece over and over, up to a size, and what ends it. */
type BodyStream = { head: string; piece: Buffer; totalBytes: number; end: string };

/** Sends a request as fast as it is taken, until the other end hangs up. */
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
  // The other end closes while this one sends.
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
