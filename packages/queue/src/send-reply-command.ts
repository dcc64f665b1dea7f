import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    sendReply(
      ...values: [
        key: string,
        frame: Buffer,
        keptSeconds: number,
        channel: string,
        mark: Buffer,
        note: Buffer | "",
        maxUnstoredBytes: number,
        ...onlyIfMissing: "NX"[],
      ]
    ): Result<unknown, Context>;
  }
}

/**
 * Stores a reply and tells its channel, so that the reply crosses the network once. The channel gets the mark and the
 * frame or, for a frame too large to travel in a message, the note.
 *
 * The reply is stored in memory and at replicas, and left out of Redis' log. It lives for milliseconds, and would be
 * nearly all that Redis writes to disk. A restart of Redis loses the replies that no gateway has read yet, so their
 * workers send them again.
 *
 * A full Redis refuses the key. Then the channel gets the whole frame, and the refusal is the answer unless a gateway
 * heard it.
 *
 * Values: key of the reply, frame, life in seconds, channel, mark, note or nothing, the longest frame that travels
 * unstored, and `NX` to keep a reply that is there. The reply is no declared key, because a worker's user may write
 * replies and not read them.
 */
export const sendReplyCommand = {
  numberOfKeys: 0,
  lua: `
redis.set_repl(redis.REPL_REPLICA)
local frame, channel, mark, note = ARGV[2], ARGV[4], ARGV[5], ARGV[6]
local stored = redis.pcall('SET', ARGV[1], frame, 'EX', ARGV[3], unpack(ARGV, 8))
local isStored = type(stored) ~= 'table' or not stored.err
if isStored then return redis.call('PUBLISH', channel, note == '' and mark .. frame or note) end
local travels = note == '' or string.len(frame) <= tonumber(ARGV[7])
if travels and redis.call('PUBLISH', channel, mark .. frame) > 0 then return 1 end
return stored
`,
};
