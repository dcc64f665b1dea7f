import { createSocket, type Socket } from "node:dgram";
import { createServer, type AddressInfo, type Server } from "node:net";
import { waitFor } from "@platen/provisioning";

/**
 * A listener for each vector: a TCP and UDP port on both loopback addresses, and a host name. A connection or datagram
 * tells by its port which vector has reached it.
 */
export type LeakListeners = {
  /** Fills `{http}`, `{http6}`, `{named}`, `{name}`, `{address}` and `{port}` in a text for one vector. */
  fill(vector: string, text: string): string;
  /** The vectors that have reached their listener, and how. */
  hits(): Map<string, Set<Way>>;
  /** Resolves when the hits include everything that arrived before the call. */
  settled(): Promise<void>;
  close(): void;
};

export type Way = "tcp" | "udp";

/** The domain of all vectors' host names. No resolver in the world knows it. */
export const leakDomain = "leak.test";

const addresses = ["127.0.0.1", "::1"];
const portAttempts = 20;
const probe = "probe";

type Listener = { tcp: Server[]; udp: Socket[]; port: number };

export async function listenForLeaks(vectors: readonly string[]): Promise<LeakListeners> {
  const hits = new Map<string, Set<Way>>();
  const listeners = new Map<string, Listener>();
  let probeHits = 0;
  const onHit = (vector: string, way: Way) => {
    if (vector === probe) probeHits += 1;
    else hits.set(vector, (hits.get(vector) ?? new Set()).add(way));
  };
  for (const vector of [...vectors, probe]) {
    listeners.set(vector, await listen((way) => onHit(vector, way)));
  }
  const hosts = new Map(vectors.map((vector, index) => [vector, `v${index}.${leakDomain}`]));

  function portOf(vector: string): number {
    const listener = listeners.get(vector);
    if (!listener) throw new Error(`the vector "${vector}" has no listener`);
    return listener.port;
  }

  return {
    fill(vector, text) {
      const port = portOf(vector);
      const host = hosts.get(vector) ?? "";
      const values: Record<string, string> = {
        http: `http://127.0.0.1:${port}`,
        http6: `http://[::1]:${port}`,
        named: `http://${host}:${port}`,
        name: host,
        address: `127.0.0.1:${port}`,
        port: String(port),
      };
      return text.replace(/\{(http6?|named?|address|port)\}/g, (_, name: string) => values[name] ?? "");
    },
    hits: () => hits,
    async settled() {
      const before = probeHits;
      const socket = createSocket("udp4");
      const port = portOf(probe);
      await fetch(`http://127.0.0.1:${port}`).then((response) => response.text());
      socket.send("probe", port, "127.0.0.1");
      try {
        await waitFor(() => probeHits >= before + 2, {
          intervalMs: 5,
          describe: "the listeners to receive their own probe",
        });
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
            // The client has closed the connection.
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
