import { QueueUnavailable } from "./queue-unavailable.ts";
import { createConsumerConnection, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import { type DocumentReply, encodeReply, encodeStoredMessage, largestWholeBytes } from "./reply-frame.ts";

/** A reply nobody collects, because its gateway died, is gone after this. */
const keptSeconds = 120;
/** Frames up to this size travel in a message when Redis is too full to store them; its limit for subscribers is larger. */
const largestUnstoredBytes = 8 * 1024 * 1024;
/** Longest wait for Redis to take a reply, a reconnect included: as long as anybody may still wait for it. */
const sendTimeoutMs = 60_000;

export type ReplySenderOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type ReplySender = ReturnType<typeof createReplySender>;

/** Makes the worker's side of replies. */
export function createReplySender(options: ReplySenderOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const connection = createConsumerConnection(options, "reply sender");

  async function store(replyTo: string, reply: DocumentReply): Promise<void> {
    const { frame, message } = encodeReply(reply);
    const travels = frame.byteLength <= largestWholeBytes;
    // Two commands one after the other: a pipeline would copy both once more, a script costs Redis four times as much.
    const [stored, published] = await Promise.allSettled([
      connection.set(keys.reply(reply.documentId), frame, "EX", keptSeconds),
      connection.publish(replyTo, travels ? message : encodeStoredMessage(reply.documentId)),
    ]);
    if (stored.status === "fulfilled") return;
    // When Redis is full the key is refused, but a message that held everything and was heard has done its work.
    const wasHeard = travels && published.status === "fulfilled" && published.value > 0;
    if (wasHeard) return;
    const fits = !travels && frame.byteLength <= largestUnstoredBytes;
    if (!fits || (await connection.publish(replyTo, message)) === 0) throw stored.reason;
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
