import { randomInt } from "node:crypto";
import { createServer } from "node:net";

// Below the range that Linux and macOS take outgoing connections' ports from, so that a port stays free between the
// moment we look and the moment the program we start listens on it.
const firstPort = 20_000;
const lastPort = 32_000;
// Two processes that look at the same moment would take the same port for free: each looks in a part of its own first.
const partSize = 200;
const ownPart = firstPort + partSize * (process.pid % ((lastPort - firstPort) / partSize));
const attemptsInOwnPart = 100;
const given = new Set<number>();

/** A loopback TCP port that nothing listens on and that this process has not handed out before. */
export async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = attempt < attemptsInOwnPart ? randomInt(ownPart, ownPart + partSize) : randomInt(firstPort, lastPort);
    if (await give(port)) return port;
  }
  throw new Error(`found no free port between ${firstPort} and ${lastPort}`);
}

/** The first free port at or after `preferred`. */
export async function firstFreePort(preferred: number): Promise<number> {
  for (let port = preferred; port < preferred + 100 && port < 65_536; port += 1) {
    if (await give(port)) return port;
  }
  throw new Error(`found no free port between ${preferred} and ${preferred + 99}`);
}

/** Hands a port out unless that was done before, or something listens on it; says whether it did. */
async function give(port: number): Promise<boolean> {
  if (given.has(port)) return false;
  // Before the look, which takes a while: two calls at the same time must not hand out the same.
  given.add(port);
  const isFree = await isPortFree(port);
  if (!isFree) given.delete(port);
  return isFree;
}

/** Whether a program may listen on this port, on the loopback address and on all addresses. */
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
