import { connect, type Socket } from "node:net";

/** Connections of slow callers. */
type SlowSockets = {
  /** The number of open connections. */
  openCount(): number;
  /** The lifetimes of the connections that the server has closed, in milliseconds. */
  endedAfterMs(): number[];
  close(): void;
};

/** Opens connections that send `begin` and then, if asked, a few bytes every second. */
export function openSlowSockets(
  baseUrl: string,
  count: number,
  { begin, everySecond }: { begin: string; everySecond?: string },
): SlowSockets {
  const { hostname, port } = new URL(baseUrl);
  const open = new Set<Socket>();
  const ended: number[] = [];
  for (let opened = 0; opened < count; opened += 1) {
    const openedAt = performance.now();
    const socket = connect(Number(port), hostname, () => socket.write(begin));
    open.add(socket);
    // A connection that is not read does not notice its end.
    socket.resume();
    // Writing to a closed connection is an error; `close` reports the end.
    socket.on("error", () => undefined);
    socket.on("close", () => {
      open.delete(socket);
      ended.push(performance.now() - openedAt);
    });
  }
  const acting = setInterval(() => {
    if (everySecond !== undefined) for (const socket of open) socket.write(everySecond);
  }, 1_000);
  return {
    openCount: () => open.size,
    endedAfterMs: () => [...ended],
    close() {
      clearInterval(acting);
      for (const socket of open) socket.destroy();
    },
  };
}
