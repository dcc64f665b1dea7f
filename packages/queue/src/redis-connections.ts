import { Redis, type RedisOptions } from "ioredis";
import pTimeout from "p-timeout";

/** Where this package reports faults that it mends by itself; a winston logger fits. */
export type QueueLogger = {
  warn(message: string, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
};

/** Longest wait for one command of a producer: a caller waits for it. */
export const commandTimeoutMs = 2_000;
/** A connection is dead, and is replaced, when an answer is due and nothing arrives for so long. */
const deadConnectionMs = 10_000;
const longestReconnectDelayMs = 1_000;

/** When each unusable connection was lost. */
const lostAt = new WeakMap<object, number>();

export type ConnectionOptions = { redisUrl: string; logger: QueueLogger };

function connect({ redisUrl, logger }: ConnectionOptions, name: string, options: RedisOptions): Redis {
  const connection = new Redis(redisUrl, {
    connectionName: name,
    connectTimeout: 5_000,
    keepAlive: 10_000,
    retryStrategy: (times) => Math.min(times * 50, longestReconnectDelayMs),
    ...options,
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
    socketTimeout: deadConnectionMs,
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

const pingIntervalMs = 5_000;

/**
 * Subscribes a new connection to a channel, until `close`. The ping reveals a dead connection, which a subscriber that
 * only listens does not notice. `onSubscribed` runs whenever messages begin to arrive: at first and after each
 * reconnect.
 */
export function subscribe(
  options: ConnectionOptions,
  channel: string,
  handlers: { onMessage: (message: Buffer) => void; onSubscribed?: () => void },
): { close(): void } {
  const connection = connect(options, `subscriber of ${channel}`, {
    maxRetriesPerRequest: null,
    socketTimeout: deadConnectionMs,
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
  const ping = setInterval(() => {
    if (connection.status === "ready") connection.ping().catch(() => undefined);
  }, pingIntervalMs);
  return {
    close() {
      clearInterval(ping);
      connection.disconnect();
    },
  };
}
