import { QueueUnavailable } from "./queue-unavailable.ts";
import { createConsumerConnection, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import { type DocumentReply, encodeReply, encodeReplyMessage, wholeFrame } from "./reply-frame.ts";

/** A reply nobody collects, because its gateway died, is gone after this. */
const keptSeconds = 120;
/** Frames up to this size travel in the message; larger ones are fetched by their key. */
const largestMessageBytes = 256 * 1024;
/** Longest wait for Redis to take a reply, a reconnect included. */
const sendTimeoutMs = 10_000;

/**
 * Stores a frame and sends it, so that it goes to Redis once for both. When Redis is full the key is refused, but a
 * message that was heard has done its work.
 */
const storeAndSend = `
  local stored = redis.pcall("SET", KEYS[1], ARGV[2], "EX", ARGV[3])
  local heard = redis.call("PUBLISH", ARGV[1], "\\${wholeFrame}" .. ARGV[2])
  if stored.err and heard == 0 then return stored end
  return heard`;

export type ReplySenderOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type ReplySender = ReturnType<typeof createReplySender>;

/** Makes the worker's side of replies. */
export function createReplySender(options: ReplySenderOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const connection = createConsumerConnection(options, "reply sender");

  async function store(replyTo: string, reply: DocumentReply): Promise<void> {
    const frame = encodeReply(reply);
    const key = keys.reply(reply.documentId);
    if (frame.byteLength <= largestMessageBytes) {
      await connection.eval(storeAndSend, 1, key, replyTo, frame, keptSeconds);
      return;
    }
    await connection.set(key, frame, "EX", keptSeconds);
    await connection.publish(replyTo, encodeReplyMessage({ documentId: reply.documentId }));
  }

  return {
    /**
     * Sends a document's reply to the gateway that waits on `replyTo`. The frame is stored as well, as a message may
     * be missed. Throws {@link QueueUnavailable} when Redis does not take it.
     */
    async send(replyTo: string, reply: DocumentReply): Promise<void> {
      const timeout = Promise.withResolvers<never>();
      const timer = setTimeout(() => timeout.reject(new Error("no answer in time")), sendTimeoutMs);
      try {
        await Promise.race([store(replyTo, reply), timeout.promise]);
      } catch (error) {
        throw new QueueUnavailable("cannot send a reply", { cause: error });
      } finally {
        clearTimeout(timer);
      }
    },

    close(): void {
      connection.disconnect();
    },
  };
}
