import { expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import { createReplySender } from "./reply-sender.ts";
import { createReplyWaiter } from "./reply-waiter.ts";
import { silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();

function connectAs(user: "gateway" | "worker"): Redis {
  const connection = new Redis(redis.userUrls[user], { maxRetriesPerRequest: 1 });
  redis.opened.push(() => connection.disconnect());
  return connection;
}

const commandsOf = (text: string) =>
  text
    .split(/[|\n]/)
    .map((command) => command.trim())
    .filter((command) => command !== "");

/** Commands of a worker that an attacker controls; `P` stands for the prefix of Platen's keys. */
const refusedToWorker = commandsOf(`
  GET P:result:doc_1 | GETDEL P:result:doc_1 | GETRANGE P:result:doc_1 0 9 | STRLEN P:result:doc_1
  SET P:result:doc_1 x GET | DEL P:result:doc_1 | PEXPIRE P:result:doc_1 1 | COPY P:result:doc_1 P:queue:x
  RENAME P:result:doc_1 P:queue:x | EVAL return(redis.call('GET',KEYS[1])) 1 P:result:doc_1
  EVAL return(redis.call('GET','P:result:doc_1')) 0 | SORT P:queue:list BY nosort GET P:result:*
  SUBSCRIBE P:replies:gtw_1 | PSUBSCRIBE P:replies:* | PSUBSCRIBE * | MONITOR | GET P:rate:key | SET P:rate:key 0
  DEL P:tries:account:a | GET P:tries:address:a | HGETALL P:idempotency:prj_1:hash | SET P:idempotency-bytes 0
  ZADD P:in-flight:prj_1:documents 1 x | HSET P:load rate 0 | PUBLISH P:withdrawals doc_1 | SUBSCRIBE P:done
`);
const refusedToBoth = commandsOf(`
  KEYS * | SCAN 0 | RANDOMKEY | DBSIZE | FLUSHALL | FLUSHDB | SWAPDB 0 1 | SCRIPT FLUSH | SCRIPT KILL
  CONFIG GET requirepass | CONFIG SET maxmemory 1 | ACL LIST | ACL SETUSER x on | ACL WHOAMI | CLIENT LIST
  CLIENT KILL TYPE normal | CLIENT PAUSE 1 | SHUTDOWN NOSAVE | SAVE | BGREWRITEAOF | SLOWLOG GET | FUNCTION LIST
  MODULE LIST | REPLICAOF 127.0.0.1 1 | MIGRATE 127.0.0.1 1 P:queue:x 0 1 | LATENCY RESET | GET other:key
  SET other:key 1 | PUBLISH other x
`);

test.each([
  ...[...refusedToWorker, ...refusedToBoth].map((command) => ["worker", command] as const),
  ...refusedToBoth.map((command) => ["gateway", command] as const),
])("Redis refuses the user of the %s: %s", async (user, command) => {
  const [name = "", ...values] = command.replaceAll("P:", `${redis.prefix}:`).split(" ");
  await redis.redis.set(`${redis.prefix}:result:doc_1`, "the reply of another project");
  await expect(connectAs(user).call(name, ...values)).rejects.toThrow(/NOPERM|no permissions|can't access/i);
});

test("a worker's reply reaches the gateway, stored and as a message, with the users of both", async () => {
  const options = { prefix: `${redis.prefix}:`, logger: silentLogger };
  const waiter = createReplyWaiter({ ...options, redisUrl: redis.userUrls.gateway });
  redis.opened.push(() => waiter.close());
  const sender = createReplySender({ ...options, redisUrl: redis.userUrls.worker });
  redis.opened.push(() => sender.close());
  const channels = async () => redis.redis.pubsub("NUMSUB", waiter.channel);
  await untilSeen("the gateway to listen", async () => Number((await channels())[1]) === 1);
  const until = { deadlineAt: Date.now() + 20_000, signal: new AbortController().signal, isKept: true };
  const waiting = waiter.wait("doc_2", until);
  const failure = { code: "unknown" as const, message: "No.", retryable: true };
  await sender.send(waiter.channel, { documentId: "doc_2", outcome: "failed", failure });
  expect(await waiting).toMatchObject({ end: "reply", reply: { documentId: "doc_2" } });
  expect(await redis.redis.exists(`${redis.prefix}:result:doc_2`)).toBe(1);
});
