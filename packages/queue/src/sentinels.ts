import { Redis, type RedisOptions } from "ioredis";

/** A healthy Sentinel answers in a millisecond. A Sentinel that hangs must not delay the others' answer. */
const answerTimeoutMs = 1_500;

type Address = { host: string; port: number };

export type SentinelOptions = Pick<
  RedisOptions,
  "sentinels" | "name" | "sentinelUsername" | "sentinelPassword" | "sentinelTLS"
>;

async function askSentinel(sentinel: Partial<Address>, options: SentinelOptions): Promise<Address> {
  const { name = "", sentinelUsername, sentinelPassword, sentinelTLS } = options;
  const { host = "localhost", port = 26_379 } = sentinel;
  const connection = new Redis({
    host,
    port,
    ...(sentinelUsername !== undefined && { username: sentinelUsername }),
    ...(sentinelPassword !== undefined && { password: sentinelPassword }),
    ...(sentinelTLS && { tls: sentinelTLS }),
    connectTimeout: answerTimeoutMs,
    commandTimeout: answerTimeoutMs,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
    enableReadyCheck: false,
  });
  // A command says "Connection is closed", and this event the reason.
  let reason: unknown;
  connection.on("error", (error) => (reason = error));
  try {
    // Typed for all commands of Sentinels; this one answers an address, or null for a name that it does not know.
    const answer = (await connection.call("SENTINEL", "get-master-addr-by-name", name)) as [string, string] | null;
    if (answer === null) throw new Error(`the Sentinel ${host}:${port} watches no primary named ${name}`);
    return { host: answer[0], port: Number(answer[1]) };
  } catch (error) {
    throw reason ?? error;
  } finally {
    connection.disconnect();
  }
}

/**
 * Finds the primary that most of the Sentinels name. One answer is not enough: a Sentinel that was cut off from the others
 * goes on naming the old primary.
 */
async function askAll(options: SentinelOptions): Promise<Address> {
  const sentinels = options.sentinels ?? [];
  const votes = new Map<string, { address: Address; count: number }>();
  const majority = Promise.withResolvers<Address>();
  const failures: unknown[] = [];
  const asked = sentinels.map(async (sentinel) => {
    try {
      const address = await askSentinel(sentinel, options);
      const key = `${address.host} ${address.port}`;
      const count = (votes.get(key)?.count ?? 0) + 1;
      votes.set(key, { address, count });
      if (count > sentinels.length / 2) majority.resolve(address);
    } catch (error) {
      failures.push(error);
    }
  });
  const all = Promise.all(asked).then(() => {
    const [most] = [...votes.values()].toSorted((a, b) => b.count - a.count);
    if (most) return most.address;
    throw new Error("No Sentinel names the primary of Redis", { cause: failures[0] });
  });
  return Promise.race([majority.promise, all]);
}

const asking = new Map<string, Promise<Address>>();

/** Finds the primary, once for all connections of a process that need it at the same time. */
export function findPrimary(options: SentinelOptions): Promise<Address> {
  const key = JSON.stringify([options.sentinels, options.name]);
  const known = asking.get(key);
  if (known) return known;
  const answer = askAll(options).finally(() => asking.delete(key));
  asking.set(key, answer);
  return answer;
}
