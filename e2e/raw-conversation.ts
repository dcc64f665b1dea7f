import { connect } from "node:net";
import type { Exchange } from "./exchange.ts";

const timeoutMs = 20_000;

/**
 * Sends bytes to a server and returns all bytes that it sends until it closes the connection. A request that the server
 * keeps open must say `Connection: close`.
 */
export function converse(baseUrl: string, bytes: string | Uint8Array): Promise<string> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    let received = "";
    const socket = connect(Number(port), hostname, () => socket.write(bytes));
    socket.setEncoding("utf8");
    socket.setTimeout(timeoutMs, () => {
      socket.destroy();
      reject(new Error(`the server did not close the connection; it sent: ${received.slice(0, 500)}`));
    });
    socket.on("data", (text: string) => (received += text));
    socket.on("error", reject);
    socket.on("end", () => {
      socket.destroy();
      resolve(received);
    });
  });
}

/** Reads a raw answer that has a `Content-Length`. */
export function parseAnswer(answer: string): Exchange {
  const end = answer.indexOf("\r\n\r\n");
  const [statusLine = "", ...lines] = answer.slice(0, end).split("\r\n");
  const headers = new Headers(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon), line.slice(colon + 1).trim()];
    }),
  );
  const text = answer.slice(end + 4);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    json = undefined;
  }
  return { status: Number(statusLine.split(" ")[1]), headers, text, json };
}
