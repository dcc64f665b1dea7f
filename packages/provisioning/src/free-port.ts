import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Linux and macOS take the ports of outgoing connections from above this range, so a port that is free now stays free
// until the program listens on it.
const firstPort = 20_000;
const lastPort = 32_000;
// Two processes that look at the same moment would choose the same port, so each tries its own range first.
const ownRangeSize = 200;
const ownRangeStart = firstPort + ownRangeSize * (process.pid % ((lastPort - firstPort) / ownRangeSize));
const attemptsInOwnRange = 100;
const reserved = new Set<number>();

/** Finds a loopback TCP port that nothing listens on and that this process has not handed out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const isInOwnRange = attempt < attemptsInOwnRange;
    const port = isInOwnRange ? randomInt(ownRangeStart, ownRangeStart + ownRangeSize) : randomInt(firstPort, lastPort);
    if (await reserve(port)) return port;
  }
  throw new Error(`There is no free port between ${firstPort} and ${lastPort}. Stop a program that listens there.`);
}

/** Finds the first free port at or after `preferred`. */
export async function firstFreePort(preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + 100 && port < 65_536; port += 1) {
    if (await reserve(port)) return port;
  }
  throw new Error(`There is no free port between ${preferred} and ${preferred + 99}. Set PORT to a free one.`);
}

/** Reserves a port for a caller. Says false if it is taken. */
async function reserve(port: number): Promise<boolean> {
  if (reserved.has(port)) return false;
  // The reservation comes before the slow look, so that two calls at once do not get the same port.
  reserved.add(port);
  const isFree = await isPortFree(port);
  if (!isFree) reserved.delete(port);
  return isFree;
}

/** Whether a program can listen on this port, on the loopback address and on all addresses. */
export async function isPortFree(port: number): Promise<boolean> {
  return (await canListen(port, "127.0.0.1")) && (await canListen(port, undefined));
}

function canListen(port: number, host: string | undefined): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(true)));
  });
}
