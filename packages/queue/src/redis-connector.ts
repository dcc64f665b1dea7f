import { connect as connectTcp, isIP, Socket } from "node:net";
import { connect as connectTls, TLSSocket } from "node:tls";
import { sharedLookup } from "@platen/client/lookup";
import { AbstractConnector, type RedisOptions } from "ioredis";
import { findPrimary } from "./sentinels.ts";

const checkIntervalMs = 1_000;
/** The longest time that a command may let Redis wait before it answers. */
export const longestBlockSeconds = 3;
/**
 * In so many checks in a row a server that owes an answer sent nothing. Checks and not seconds count, so that a process
 * that stood still does not blame its server.
 */
const silentChecks = 2 * longestBlockSeconds;
/** TCP asks a second time after one second and a third time after three. A TLS handshake gets the same time again. */
const connectChecks = 4;
/** A large reply on its way to Redis gets the time for it at this rate. */
const bytesPerCheck = 2_000_000;

/** Ends a connection whose server has gone silent. TCP alone needs up to 16 minutes for that while data is under way. */
function endWhenSilent(socket: Socket, hasAddress: boolean): void {
  let isResolved = hasAddress;
  /** A socket does not count the bytes of a handshake. */
  let isShakingHands = socket instanceof TLSSocket;
  let silent = 0;
  let read = 0;
  let written = 0;
  const timer = setInterval(() => {
    const { connecting, bytesRead, bytesWritten, writableLength } = socket;
    const isOpening = connecting || isShakingHands;
    const owesAnswer = isOpening ? isResolved : bytesRead === read && bytesWritten !== written;
    if (bytesRead !== read) written = bytesWritten;
    read = bytesRead;
    silent = owesAnswer ? silent + 1 : 0;
    const allowed = isOpening ? connectChecks : silentChecks + writableLength / bytesPerCheck;
    if (silent >= allowed)
      socket.destroy(new Error(`Redis has sent nothing for ${silent} s, though it owes an answer`));
  }, checkIntervalMs);
  timer.unref();
  socket.once("lookup", () => (isResolved = true));
  socket.once("connect", () => (silent = 0));
  socket.once("secureConnect", () => {
    isShakingHands = false;
    silent = 0;
  });
  socket.once("close", () => clearInterval(timer));
}

/**
 * Connects to a server that takes writes, by name or as the Sentinels say, with a new look-up each time. It belongs to a
 * connection's options, so that the connections which BullMQ makes of those have it too.
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

  override async connect(): Promise<Socket> {
    this.connecting = true;
    const { path, family, tls, sentinels } = this.options;
    if (path !== undefined && path !== null) return this.open(connectTcp({ path }), true);
    let address;
    try {
      const { host = "localhost", port = 6_379 } = sentinels ? await findPrimary(this.options) : this.options;
      address = { host, port };
    } catch (error) {
      return this.failed(error);
    }
    // The connection was closed while the Sentinels were asked.
    if (!this.connecting) throw new Error("Connection is closed.");
    const { host } = address;
    const server = { ...address, family, lookup: sharedLookup };
    const socket = tls
      ? connectTls({ ...server, ...(isIP(host) === 0 && { servername: host }), ...tls })
      : connectTcp(server);
    return this.open(socket, isIP(host) !== 0);
  }

  private open(socket: Socket, hasAddress: boolean): Socket {
    this.stream = socket;
    socket.once("error", (error) => (this.firstError = error));
    endWhenSilent(socket, hasAddress);
    return socket;
  }

  /** A connection that failed already: ioredis tries again later, which it does not do after a rejection. */
  private failed(error: unknown): Socket {
    this.firstError = error instanceof Error ? error : new Error(String(error));
    const socket = new Socket().destroy();
    this.stream = socket;
    return socket;
  }

  /** A replica is not used: it is a primary that was demoted, and the name will lead to the new one. */
  override check(info: { role?: string }): boolean {
    if (info.role !== "slave") return true;
    this.stream.destroy(new Error("Redis is a read-only replica"));
    return false;
  }
}
