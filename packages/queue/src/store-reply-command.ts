import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    storeReply(key: string, frame: Buffer, seconds: number, ...onlyIfMissing: "NX"[]): Result<unknown, Context>;
  }
}

/**
 * Stores a reply in memory and at replicas, and leaves it out of Redis' log. A reply lives for milliseconds, and would be
 * nearly all that Redis writes to disk. A restart of Redis loses the replies that no gateway has read yet, so their
 * workers send them again.
 *
 * Values: reply, frame, life in seconds, and `NX` to keep a reply that is there. The reply is no declared key, because a worker's user may write replies and not
 * read them.
 */
export const storeReplyCommand = {
  numberOfKeys: 0,
  lua: `
redis.set_repl(redis.REPL_REPLICA)
redis.call('SET', ARGV[1], ARGV[2], 'EX', ARGV[3], unpack(ARGV, 4))
`,
};
