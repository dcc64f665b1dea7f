import { createSocket, type Socket } from "node:dgram";
import { createServer, type AddressInfo, type Server } from "node:net";
import { waitFor } from "@platen/testing";

/**
 * Somebody for every vector to reach: a port of its own, TCP and UDP, on both loopback addresses, and a host name of
 * its own. Whoever knocks has named the vector.
 */
export type LeakListeners = {
  /** The text with its `{http}`, `{http6}`, `{named}`, `{name}`, `{address}` and `{port}` filled for one vector. */
  fill(vector: string, text: string): string;
  /** Those that were reached so far: vector → by what. */
  hits(): Map<string, Set<Way>>;
  /** Resolves when everything that knocked before it was called is among the hits. */
  settled(): Promise<void>;
  close(): void;
};

export type Way = "tcp" | "udp";

/** The domain of all vectors' host names: one that no resolver in the world knows. */
export const leakDomain = "leak.test";

const addresses = ["127.0.0.1", "::1"];
const portAttempts = 20;
const doorbell = "doorbell";

type Listener = { tcp: Server[]; udp: Socket[]; port: number };

export async function listenForLeaks(vectors: readonly string[]): Promise<LeakListeners> {
  const hits = new Map<string, Set<Way>>();
  const listeners = new Map<string, Listener>();
  let rings = 0;
  const onHit = (vector: string, way: Way) => {
    if (vector === doorbell) rings += 1;
    else hits.set(vector, (hits.get(vector) ?? new Set()).add(way));
  };
  for (const vector of [...vectors, doorbell]) {
    listeners.set(vector, await listen((way) => onHit(vector, way)));
  }
  const hosts = new Map(vectors.map((vector, index) => [vector, `v${index}.${leakDomain}`]));

  function portOf(vector: string): number {
    const listener = listeners.get(vector);
    if (!listener) throw new Error(`nobody listens for "${vector}"`);
    return listener.port;
  }

  return {
    fill(vector, text) {
      const port = portOf(vector);
      const host = hosts.get(vector) ?? "";
      const places: Record<string, string> = {
        http: `http://127.0.0.1:${port}`,
        http6: `http://[::1]:${port}`,
        named: `http://${host}:${port}`,
        name: host,
        address: `127.0.0.1:${port}`,
        port: String(port),
      };
      return text.replace(/\{(http6?|named?|address|port)\}/g, (_, place: string) => places[place] ?? "");
    },
    hits: () => hits,
    async settled() {
      const before = rings;
      const socket = createSocket("udp4");
      const port = portOf(doorbell);
      await fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
      socket.send("ring", port, "127.0.0.1");
      try {
        await waitFor(() => rings >= before + 2, { intervalMs: 5, describe: "the listeners to hear their own bell" });
      } finally {
        socket.close();
      }
    },
    close() {
      for (const { tcp, udp } of listeners.values()) {
        for (const server of tcp) server.close();
        for (const socket of udp) socket.close();
      }
    },
  };
}

async function listen(onHit: (way: Way) => void): Promise<Listener> {
  for (let attempt = 1; ; attempt += 1) {
    const listener: Listener = { tcp: [], udp: [], port: 0 };
    try {
      for (const address of addresses) {
        const server = createServer((socket) => {
          onHit("tcp");
          socket.on("error", () => {
            // Whoever knocked has gone.
          });
          socket.once("data", () => socket.end(answer));
        });
        listener.tcp.push(server);
        listener.port = await bindTcp(server, listener.port, address);
        const socket = createSocket(address === "::1" ? "udp6" : "udp4", () => onHit("udp"));
        listener.udp.push(socket);
        await bindUdp(socket, listener.port, address);
      }
      return listener;
    } catch (error) {
      // Another program has the same port on another address.
      for (const opened of [...listener.tcp, ...listener.udp]) opened.close();
      if (attempt === portAttempts) throw error;
    }
  }
}

const body = "LEAKED";
const answer = [
  "HTTP/1.1 200 OK",
  "Access-Control-Allow-Origin: *",
  "Content-Type: text/plain",
  `Content-Length: ${body.length}`,
  "Connection: close",
  "",
  body,
].join("\r\n");

function bindTcp(server: Server, port: number, address: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  server.once("error", reject);
  // A listening TCP server has an address and port.
  server.listen(port, address, () => resolve((server.address() as AddressInfo).port));
  return promise;
}

function bindUdp(socket: Socket, port: number, address: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  socket.once("error", reject);
  socket.bind(port, address, resolve);
  return promise;
}
