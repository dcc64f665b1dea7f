import { randomUUID } from "node:crypto";
import { Misconfigured } from "@platen/config";
import pTimeout from "p-timeout";
import type { DoneNote } from "./done-notes.ts";
import { createProducerConnection, waitForReady, type ProducerConnection } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";

const answerMs = 2_000;
/** What a check leaves, where it may not delete, ends by itself. */
const keptMs = "1000";

type RedisService = "gateway" | "worker" | "courier";
type Keys = ReturnType<typeof redisKeys>;

/** The keys, commands and channels that a service needs. `name` is no document's: what is done to it changes nothing. */
type Uses = { keys: string[]; commands: string[][]; channels: string[] };

const usesOf: Record<RedisService, (keys: Keys, prefix: string, name: string) => Uses> = {
  gateway: (keys, prefix, name) => ({
    keys: [
      keys.permits,
      keys.permitCounts,
      keys.lastRound(name),
      keys.load,
      keys.reply(name),
      keys.idempotency(name, name),
      keys.keptReplies,
      keys.keptBytes,
      ...["rate", "failures", "tries", "presence"].map((kind) => `${prefix}${kind}:${name}`),
    ],
    commands: [
      ["publish", keys.withdrawals, name],
      ["publish", keys.dueNotes, ""],
      ["publish", keys.doneNotes, doneNoteOf(name)],
    ],
    channels: [keys.replyChannel(name), keys.doneNotes],
  }),
  worker: (keys, _prefix, name) => ({
    keys: [keys.backgroundWorkers],
    commands: [
      // Of a reply, it may do nothing else.
      ["set", keys.reply(name), "", "PX", keptMs],
      ["publish", keys.replyChannel(name), ""],
      ["publish", keys.doneNotes, doneNoteOf(name)],
      ["bzpopmin", keys.job(name), "1"],
    ],
    channels: [keys.withdrawals],
  }),
  courier: (keys) => ({
    keys: [keys.backgroundWorkers, keys.feeder],
    commands: [],
    channels: [keys.dueNotes, keys.doneNotes],
  }),
};

function doneNoteOf(documentId: string): string {
  return JSON.stringify({ documentId, status: "cancelled" } satisfies DoneNote);
}

/** What all services do with the queue, to a job that no process knows. */
function commandsOfQueue(job: string): string[][] {
  const kinds = [
    ["set", job, "1", "PX", keptMs],
    ["hset", job, "field", "1"],
    ["rpush", job, "1"],
    ["sadd", job, "1"],
    ["zadd", job, "1", "1"],
    ["xadd", job, "*", "field", "1"],
  ];
  return [...kinds.flatMap((command) => [command, ["unlink", job]]), ["time"], ["info", "memory"]];
}

/** Runs a transaction, and says which command Redis does not allow to this user. */
async function findForbidden(connection: ProducerConnection, commands: string[][]): Promise<string | undefined> {
  try {
    await connection.multi(commands).exec();
    return undefined;
  } catch (error) {
    const refusals: unknown[] = [error];
    if (error instanceof Error && "previousErrors" in error && Array.isArray(error.previousErrors))
      refusals.push(...error.previousErrors);
    const forbidden = refusals.find(isForbidden);
    if (forbidden) return forbiddenIn(forbidden);
    // A Redis that is full refuses commands that this user may use. A worker must start then, to empty it.
    if (refusals.length > 1) return undefined;
    throw error;
  }
}

type Forbidden = Error & { command?: { name: string; args: unknown[] } };

function isForbidden(error: unknown): error is Forbidden {
  return error instanceof Error && error.message.startsWith("NOPERM");
}

function forbiddenIn({ command }: Forbidden): string {
  const { name = "a command", args = [] } = command ?? {};
  // The first value of EVAL is its script.
  const names = name === "eval" ? args.slice(2) : args.slice(0, 1);
  return [name.toUpperCase(), ...names.map(String)].join(" ");
}

/** Resolves when the connection is usable; throws what Redis or the network says otherwise. */
async function whenUsable(connection: ProducerConnection): Promise<void> {
  const failed = Promise.withResolvers<never>();
  connection.once("error", (error: Error) => failed.reject(error));
  const usable = Promise.race([waitForReady(connection), failed.promise]);
  try {
    await pTimeout(usable, { milliseconds: answerMs, message: `no answer within ${answerMs / 1_000} s` });
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    if (/^(WRONGPASS|NOAUTH|ERR AUTH)/.test(said))
      throw new Misconfigured(`Redis refuses the user or password of REDIS_URL: ${said} Set those of this service.`, {
        cause: error,
      });
    throw new Error(`Redis does not answer at the address of REDIS_URL: ${said}. Check it, and that Redis runs.`, {
      cause: error,
    });
  }
}

/**
 * Uses, on a new connection, each right once that a service needs in Redis. Throws a {@link Misconfigured} if Redis refuses
 * its password or a right, and another error if Redis is away. Changes nothing that any process reads.
 */
export async function checkRedisRights(
  { redisUrl, prefix = defaultPrefix }: { redisUrl: string; prefix?: string },
  service: RedisService,
): Promise<void> {
  const name = `check-${randomUUID()}`;
  const keys = redisKeys(prefix);
  const uses = usesOf[service](keys, prefix, name);
  // The caller reports what it finds.
  const logger = { warn: () => undefined, info: () => undefined };
  const connection = createProducerConnection({ redisUrl, logger }, "self check");
  try {
    await whenUsable(connection);
    const forbidden =
      (await findForbidden(connection, [
        ...commandsOfQueue(keys.job(name)),
        // A script may read and write the keys that it names.
        ["eval", "return 0", String(uses.keys.length), ...uses.keys],
        ...uses.commands,
      ])) ?? (await findForbiddenChannel(connection, uses.channels));
    if (forbidden !== undefined)
      throw new Misconfigured(
        `Redis does not allow the user of REDIS_URL to run ${forbidden}. Give this process the user of a ${service}, with the rights that docker-compose.yml shows.`,
      );
  } finally {
    connection.disconnect();
  }
}

async function findForbiddenChannel(connection: ProducerConnection, channels: string[]): Promise<string | undefined> {
  try {
    await connection.subscribe(...channels);
    return undefined;
  } catch (error) {
    if (isForbidden(error)) return forbiddenIn(error);
    throw error;
  }
}
