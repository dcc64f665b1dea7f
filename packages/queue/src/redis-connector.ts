import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { sharedLookup } from "@platen/client/lookup";
import { AbstractConnector, type RedisOptions } from "ioredis";

const checkIntervalMs = 1_000;
/** The longest time that a command may let Redis wait before it answers. */
export const longestBlockSeconds = 3;
/**
 * In so many checks in a row a server that owes an answer sent nothing. Checks and not seconds count, so that a process
 * that stood still does not blame its server.
 */
const silentChecks = 2 * longestBlockSeconds;
/** TCP asks a second time after one second and a third time after three. */
const connectChecks = 4;
/** A large reply on its way to Redis gets the time for it at this rate. */
const bytesPerCheck = 2_000_000;

/** Ends a connection whose server has gone silent. TCP alone needs up to 16 minutes for that while data is under way. */
function endWhenSilent(socket: Socket, hasAddress: boolean): void {
  let isResolved = hasAddress;
  let silent = 0;
  let read = 0;
  let written = 0;
  const timer = setInterval(() => {
    const { connecting, bytesRead, bytesWritten, writableLength } = socket;
    const owesAnswer = connecting ? isResolved : bytesRead === read && bytesWritten !== written;
    if (bytesRead !== read) written = bytesWritten;
    read = bytesRead;
    silent = owesAnswer ? silent + 1 : 0;
    const allowed = connecting ? connectChecks : silentChecks + writableLength / bytesPerCheck;
    if (silent >= allowed)
      socket.destroy(new Error(`Redis has sent nothing for ${silent} s, though it owes an answer`));
  }, checkIntervalMs);
  timer.unref();
  socket.once("lookup", () => (isResolved = true));
  socket.once("connect", () => (silent = 0));
  socket.once("close", () => clearInterval(timer));
}

/**
 * Connects by name, with a new look-up each time, to a server that takes writes. It belongs to a connection's options, so
 * that the connections which BullMQ makes of those have it too.
 */
export class RedisConnector extends AbstractConnector {
  private readonly options: RedisOptions;

  constructor(given: unknown) {
    // ioredis gives the connection's options.
    const options = given as RedisOptions;
    // The default of ioredis: after it, a socket that was to end is destroyed.
    super(options.disconnectTimeout ?? 2_000);
    this.options = options;
  }

  override connect(): Promise<Socket> {
    const { path, host = "localhost", port = 6_379, family, tls } = this.options;
    const server = path === undefined || path === null ? { host, port, family, lookup: sharedLookup } : { path };
    const socket = tls ? connectTls({ ...server, ...tls }) : connectTcp(server);
    this.connecting = true;
    this.stream = socket;
    socket.once("error", (error) => (this.firstError = error));
    endWhenSilent(socket, "path" in server || isIP(host) !== 0);
    return Promise.resolve(socket);
  }

  /** A replica is not used: it is a primary that was demoted, and the name will lead to the new one. */
  override check(info: { role?: string }): boolean {
    if (info.role !== "slave") return true;
    this.stream.destroy(new Error("Redis is a read-only replica"));
    return false;
  }
}
