import { connect } from "node:net";
import { noAnswer, type Answer } from "../load/caller.ts";

// Requests as bytes, for what no client of HTTP sends.

/** The part of the sender in a connection: bytes, more of them five times a second, and perhaps the end of what is sent. */
export type Conversation = { begin: Buffer; again?: string; isHalfClosed?: true };

const againMs = 200;

/** The head of a request. */
export function headOf(request: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** A body of so many blanks, each a chunk of its own. It does not end. */
export const blanksInChunks = (count: number) => "1\r\n \r\n".repeat(count);

/**
 * Writes to the gateway and reads for a while, or until the server closes the connection. The status is the highest of the
 * first answers; never rejects.
 */
export function converse(
  baseUrl: string,
  { begin, again, isHalfClosed }: Conversation,
  { forMs, isRead = true }: { forMs: number; isRead?: boolean },
): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  const sentAt = performance.now();
  let received = "";
  return new Promise((resolve) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true }, () => {
      socket.write(begin);
      if (isHalfClosed) socket.end();
    });
    const repeating = again === undefined ? undefined : setInterval(() => socket.write(again), againMs);
    if (isRead) {
      socket.on("data", (part) => {
        if (received.length < 100_000) received += part.toString("latin1");
      });
    }
    socket.on("end", () => socket.destroy());
    socket.on("error", () => socket.destroy());
    const tooLong = setTimeout(() => socket.destroy(), forMs);
    socket.on("close", () => {
      clearInterval(repeating);
      clearTimeout(tooLong);
      const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3})/g)].map(([, status]) => Number(status));
      const status = statuses.length === 0 ? ("hung up" as const) : Math.max(...statuses);
      resolve({ ...noAnswer, marker: "", status, sentAt, answeredAt: performance.now() });
    });
  });
}
