import { connect, type Socket } from "node:net";

/** Connections of slow callers. */
type SlowSockets = {
  /** The number of open connections. */
  openCount(): number;
  /** The lifetimes of the closed connections in milliseconds. */
  endedAfterMs(): number[];
  close(): void;
};

/** Opens connections, `apartMs` apart, that send `begin` and then act once a second. */
export function openSlowSockets(
  baseUrl: string,
  count: number,
  options: { begin?: string; everySecond?: (socket: Socket) => void; reads?: boolean; apartMs?: number },
): SlowSockets {
  const { hostname, port } = new URL(baseUrl);
  const open = new Set<Socket>();
  const begun = new Set<Socket>();
  const ended: number[] = [];
  const openOne = () => {
    const openedAt = performance.now();
    const socket = connect(Number(port), hostname, () => {
      socket.write(options.begin ?? "");
      begun.add(socket);
    });
    open.add(socket);
    // A connection that is not read does not notice its end.
    if (options.reads ?? true) socket.resume();
    // Writing to a closed connection is an error; `close` reports the end.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      open.delete(socket);
      begun.delete(socket);
      ended.push(performance.now() - openedAt);
    });
  };
  const { apartMs = 0 } = options;
  const opening = Array.from({ length: count }, (_, index) => setTimeout(openOne, index * apartMs));
  const acting = setInterval(() => {
    for (const socket of begun) options.everySecond?.(socket);
  }, 1_000);
  return {
    openCount: () => open.size,
    endedAfterMs: () => [...ended],
    close() {
      clearInterval(acting);
      for (const timer of opening) clearTimeout(timer);
      for (const socket of open) socket.destroy();
    },
  };
}
