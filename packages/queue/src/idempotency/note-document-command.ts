import type { Result } from "ioredis";

declare module "ioredis" {
  interface RedisCommander<Context> {
    noteDocument(...keysAndValues: (string | number)[]): Result<unknown, Context>;
  }
}

/**
 * Notes what later requests need to know about a document, and when its claim now ends.
 *
 * Keys: record. Values: document of the claim, the note, end of the claim in ms.
 */
export const noteDocumentCommand = {
  numberOfKeys: 1,
  lua: `
if redis.call('HGET', KEYS[1], 'document') == ARGV[1] then
  redis.call('HSET', KEYS[1], 'about', ARGV[2], 'claimEnds', ARGV[3])
end
`,
};
