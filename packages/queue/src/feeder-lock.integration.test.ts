import { expect, test } from "@jest/globals";
import { subscribeDueNotes, createDueNoteSender } from "./due-notes.ts";
import { createFeederLock } from "./feeder-lock.ts";
import { hangMs, silentLogger, untilSeen, useTestRedis } from "./test-redis.ts";

const redis = useTestRedis();

/** A lock with the rights of the process that holds it. */
function lock(leaseMs = 60_000) {
  const options = { redisUrl: redis.userUrls.courier, prefix: `${redis.prefix}:`, logger: silentLogger, leaseMs };
  const created = createFeederLock(options);
  redis.opened.push(() => created.close());
  return created;
}
const isHeld = (held: ReturnType<typeof lock>) => held.hold().catch(() => false);

test("one process feeds, from its start until it gives the lock back or dies", async () => {
  const [first, second, dying] = [lock(), lock(), lock(200)];
  expect([await first.hold(), await dying.hold()]).toEqual([true, false]);
  expect([await second.hold(), await first.hold(), await second.hold()]).toEqual([false, true, false]);
  await first.close();
  expect(await dying.hold()).toBe(true);
  // It says nothing any more, as a process that died.
  await untilSeen("the second to take over", () => isHeld(second));
  expect(await dying.hold()).toBe(false);
});

test(
  "a due note reaches the feeder, and a feeder that subscribes late looks by itself",
  async () => {
    let notes = 0;
    const options = { prefix: `${redis.prefix}:`, logger: silentLogger };
    const subscription = subscribeDueNotes({ ...options, redisUrl: redis.userUrls.courier }, () => (notes += 1));
    redis.opened.push(() => subscription.close());
    await untilSeen("the subscription", () => notes === 1);
    const sender = createDueNoteSender({ ...options, redisUrl: redis.userUrls.gateway });
    redis.opened.push(() => sender.close());
    await untilSeen("the note", () => {
      sender.send();
      return notes > 1;
    });
  },
  hangMs,
);
