import { Redis, type RedisOptions } from "ioredis";
import pTimeout from "p-timeout";
import { RedisConnector } from "./redis-connector.ts";
import { redisOptions } from "./redis-options.ts";

/** Where this package reports faults that it mends by itself; a winston logger fits. */
export type QueueLogger = {
  warn(message: string, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
};

/** Longest wait for one command of a producer: a caller waits for it. */
export const commandTimeoutMs = 2_000;
const longestReconnectDelayMs = 1_000;
/** A ping makes a server that went silent owe an answer, also on a connection that is not used. */
const pingIntervalMs = 1_000;

/** When each unusable connection was lost. */
const lostAt = new WeakMap<object, number>();

/** A replica answers those that only read or listen, and they would stay with it when the others leave. */
const connections = new Set<Redis>();

/** Whether Redis says by this error that it is, or has just become, a replica. */
function isDemoted({ message }: Error): boolean {
  return /^(READONLY|UNBLOCKED|MASTERDOWN)\b/.test(message);
}

export type ConnectionOptions = { redisUrl: string; logger: QueueLogger };

function connect({ redisUrl, logger }: ConnectionOptions, name: string, options: RedisOptions): Redis {
  const isPatient = options.maxRetriesPerRequest === null;
  const connection = new Redis({
    ...redisOptions(redisUrl),
    // CLIENT SETNAME refuses blanks.
    connectionName: name.replaceAll(" ", "-"),
    Connector: RedisConnector,
    // This includes the look-up of the name: a resolver asks its second name server after 5 s.
    connectTimeout: 10_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(times * 50, longestReconnectDelayMs),
    reconnectOnError(error) {
      if (!isDemoted(error)) return false;
      logger.warn("redis has become a replica, connecting again", { connection: name, errorMessage: error.message });
      for (const other of connections) if (other.status === "ready") other.disconnect(true);
      // 2: with the command once more.
      return isPatient ? 2 : 1;
    },
    ...options,
  });
  const ping = setInterval(() => {
    if (connection.status === "ready") connection.ping().catch(() => undefined);
  }, pingIntervalMs);
  ping.unref();
  connections.add(connection);
  connection.once("end", () => {
    clearInterval(ping);
    connections.delete(connection);
  });
  // Every failed try to reconnect is an error event; an outage is logged once.
  let isAway = false;
  connection.on("error", (error: Error) => {
    if (isAway) return;
    isAway = true;
    logger.warn("redis is away", { connection: name, errorMessage: error.message });
  });
  connection.on("close", () => {
    if (!lostAt.has(connection)) lostAt.set(connection, performance.now());
  });
  connection.on("ready", () => {
    lostAt.delete(connection);
    if (!isAway) return;
    isAway = false;
    logger.info("redis is back", { connection: name });
  });
  return connection;
}

export type ProducerConnection = Redis;

/**
 * Creates a connection for code that serves callers: its commands fail at once rather than wait for Redis to come back.
 */
export function createProducerConnection(options: ConnectionOptions, name: string): ProducerConnection {
  return connect(options, name, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
  });
}

/** Creates a connection for code that waits for work: its commands outlast an outage. */
export function createConsumerConnection(options: ConnectionOptions, name: string): Redis {
  return connect(options, name, { maxRetriesPerRequest: null });
}

/** What the functions below need of a connection. */
type Readiness = { readonly status: string; once(event: "ready", listener: () => void): unknown };

const nextReady = new WeakMap<Readiness, Promise<void>>();

/**
 * Resolves when the connection becomes usable, however long that takes. All who wait share one promise per connection:
 * Node reports many listeners as a leak.
 */
export function waitForReady(connection: Readiness): Promise<void> {
  const known = nextReady.get(connection);
  if (known) return known;
  const { promise, resolve } = Promise.withResolvers<void>();
  nextReady.set(connection, promise);
  connection.once("ready", () => {
    nextReady.delete(connection);
    resolve();
  });
  return promise;
}

/**
 * A connection that was just made or lost may become usable within this. Later in an outage nothing is gained by
 * waiting.
 */
const reconnectGraceMs = 200;

const awayMessage = "Redis is away";

/** Resolves when the connection is usable, and throws when it does not become usable soon. */
export async function assertReadySoon(connection: Readiness): Promise<void> {
  if (connection.status === "ready") return;
  const now = performance.now();
  const graceMs = (lostAt.get(connection) ?? now) + reconnectGraceMs - now;
  if (graceMs <= 0) throw new Error(awayMessage);
  await pTimeout(waitForReady(connection), { milliseconds: graceMs, message: awayMessage });
}

const pingTimeoutMs = 1_000;

/** Whether Redis answers on this connection, within a second. */
export async function answersPing(connection: Readiness & { ping(): Promise<string> }): Promise<boolean> {
  const ping = assertReadySoon(connection).then(() => connection.ping());
  return pTimeout(ping, { milliseconds: pingTimeoutMs }).then(
    () => true,
    () => false,
  );
}

/**
 * Subscribes a new connection to a channel, until `close`. `onSubscribed` runs whenever messages begin to arrive: at first
 * and after each reconnect.
 */
export function subscribe(
  options: ConnectionOptions,
  channel: string,
  handlers: { onMessage: (message: Buffer) => void; onSubscribed?: () => void },
): { close(): void } {
  const connection = connect(options, `subscriber of ${channel}`, {
    maxRetriesPerRequest: null,
    // ioredis can subscribe again by itself, but when that fails no handler is called, and the process ends.
    autoResubscribe: false,
  });

  async function listen(): Promise<void> {
    try {
      await connection.subscribe(channel);
      handlers.onSubscribed?.();
    } catch (error) {
      const isClosed = connection.status === "end";
      if (!isClosed) options.logger.warn("cannot subscribe", { channel, errorMessage: String(error) });
    }
  }

  connection.on("messageBuffer", (_channel: Buffer, message: Buffer) => handlers.onMessage(message));
  connection.on("ready", () => void listen());
  return {
    close() {
      connection.disconnect();
    },
  };
}
