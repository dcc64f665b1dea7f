import { once } from "node:events";
import { connect } from "node:net";

// Requests as bytes, for what no client of HTTP sends.

/** The head of a request, at an address of its own. */
export function headOf(request: string, headers: Record<string, string> = {}): string {
  const lines = Object.entries({ Host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  return `${request} HTTP/1.1\r\n${lines.join("")}\r\n`;
}

/** A body of so many blanks, each a chunk of its own. It does not end. */
export const blanksInChunks = (count: number) => "1\r\n \r\n".repeat(count);

/** Sends bytes on a connection, and holds it until the server closes it or the signal fires. */
export async function sendBytes(
  baseUrl: string,
  bytes: string,
  { signal, isRead = true }: { signal: AbortSignal; isRead?: boolean },
): Promise<void> {
  const { hostname, port } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  if (isRead) socket.resume();
  // The connection is closed while it writes.
  socket.on("error", () => undefined);
  const leave = () => socket.destroy();
  signal.addEventListener("abort", leave);
  socket.write(bytes);
  if (!signal.aborted) await once(socket, "close").catch(() => undefined);
  signal.removeEventListener("abort", leave);
}
