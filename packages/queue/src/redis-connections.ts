import { Redis, type RedisOptions } from "ioredis";

/** Where this package reports what it heals by itself; a winston logger fits. */
export type QueueLogger = {
  warn(message: string, fields?: Record<string, string | number>): void;
  info(message: string, fields?: Record<string, string | number>): void;
};

/** Longest wait for one command of a producer: a caller waits behind it. */
export const commandTimeoutMs = 2_000;
/** A connection on which an answer is due and nothing comes for so long is dead and replaced. */
const deadConnectionMs = 10_000;
const longestReconnectDelayMs = 1_000;

/** Since when a connection that is not usable has not been. */
const lostAt = new WeakMap<Redis, number>();

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

/** Makes a connection for those who serve callers: it fails at once rather than wait for Redis to come back. */
export function createProducerConnection(options: ConnectionOptions, name: string): ProducerConnection {
  return connect(options, name, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: commandTimeoutMs,
    socketTimeout: deadConnectionMs,
  });
}

/** Makes a connection for those who wait for work: its commands outlast an outage. */
export function createConsumerConnection(options: ConnectionOptions, name: string): Redis {
  return connect(options, name, { maxRetriesPerRequest: null });
}

const nextReady = new WeakMap<Redis, Promise<void>>();

/**
 * Resolves when the connection becomes usable. One promise per connection for all who wait, as each listener of its own
 * would count as a leak.
 */
export function untilReady(connection: Redis): Promise<void> {
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

/** A connection being made or just lost may be there within this; whoever comes later in an outage need not wait. */
const reconnectGraceMs = 200;

/** Resolves once the connection is usable; throws soon when it does not become so. */
export async function whenReady(connection: ProducerConnection): Promise<void> {
  if (connection.status === "ready") return;
  const now = performance.now();
  const graceMs = (lostAt.get(connection) ?? now) + reconnectGraceMs - now;
  if (graceMs <= 0) throw new Error("redis is away");
  const timeout = Promise.withResolvers<never>();
  const timer = setTimeout(() => timeout.reject(new Error("redis is away")), graceMs);
  await Promise.race([untilReady(connection), timeout.promise]).finally(() => clearTimeout(timer));
}

/** Whoever only looks whether Redis is there waits no longer. */
const pingPatienceMs = 1_000;

/** Whether Redis answers on this connection, within a second. */
export async function answersPing(connection: ProducerConnection): Promise<boolean> {
  const late = Promise.withResolvers<false>();
  const timer = setTimeout(() => late.resolve(false), pingPatienceMs);
  const ping = whenReady(connection)
    .then(() => connection.ping())
    .then(
      () => true,
      () => false,
    );
  return Promise.race([ping, late.promise]).finally(() => clearTimeout(timer));
}

const pingIntervalMs = 5_000;

/**
 * Subscribes a connection of its own to a channel, for as long as it lives. The ping makes a dead connection show,
 * which a subscriber that only listens would not notice. `onSubscribed` runs whenever messages begin to arrive: at first
 * and after each reconnect.
 */
export function subscribe(
  options: ConnectionOptions,
  channel: string,
  handlers: { onMessage: (message: Buffer) => void; onSubscribed?: () => void },
): { close(): void } {
  const connection = connect(options, `subscriber of ${channel}`, {
    maxRetriesPerRequest: null,
    socketTimeout: deadConnectionMs,
    // Redis's client would subscribe again by itself, but a failure of that reaches nobody and ends the process.
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
