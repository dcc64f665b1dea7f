import { connect } from "node:net";

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
