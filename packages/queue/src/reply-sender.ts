import pTimeout, { TimeoutError } from "p-timeout";
import { QueueUnavailable } from "./queue-unavailable.ts";
import { createConsumerConnection, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import { type DocumentReply, encodeReply, encodeStoredMessage, largestWholeBytes, wholeMark } from "./reply-frame.ts";
import { sendReplyCommand } from "./send-reply-command.ts";

/** Redis deletes a reply after this when no gateway collects it, because its gateway died. */
const keptSeconds = 120;
/**
 * Frames up to this size travel in a message when Redis is too full to store them; its limit for subscribers is larger.
 */
const maxUnstoredBytes = 8 * 1024 * 1024;
/** Redis that restarts loses replies of its last moments, which a gateway may not have read. */
const heldMs = 1_000;
/** Replies held in memory to be sent again take at most this. */
const heldBytes = 16 * 1024 * 1024;
/** Longest wait for Redis to take a reply, a reconnect included: a caller waits no longer. */
const sendTimeoutMs = 60_000;

export type ReplySenderOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type ReplySender = ReturnType<typeof createReplySender>;

/** Creates the worker's side of replies. */
export function createReplySender(options: ReplySenderOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const connection = createConsumerConnection(options, "reply sender");
  connection.defineCommand("sendReply", sendReplyCommand);
  const held: { replyTo: string; reply: DocumentReply; bytes: number; sentAt: number }[] = [];
  let lostAt: number | undefined;
  let pending = 0;
  let ended = 0;

  function hold(replyTo: string, reply: DocumentReply): void {
    const sentAt = performance.now();
    held.push({ replyTo, reply, bytes: reply.outcome === "completed" ? reply.sizeBytes : 0, sentAt });
    let bytes = held.reduce((sum, one) => sum + one.bytes, 0);
    for (let first = held[0]; first && (first.sentAt < sentAt - heldMs || bytes > heldBytes); first = held[0]) {
      bytes -= first.bytes;
      held.shift();
    }
  }

  /** Sends the replies of the last moments again. A gateway that has a reply already ignores the second. */
  async function sendAgain(): Promise<void> {
    const since = (lostAt ?? Number.POSITIVE_INFINITY) - heldMs;
    lostAt = undefined;
    const again = held.filter(({ sentAt }) => sentAt >= since);
    await Promise.allSettled(again.map(({ replyTo, reply }) => store(replyTo, reply, "NX")));
  }

  connection.on("close", () => (lostAt ??= performance.now()));
  connection.on("ready", () => void sendAgain());

  async function store(replyTo: string, reply: DocumentReply, ...onlyIfMissing: "NX"[]): Promise<void> {
    const frame = encodeReply(reply);
    const note = frame.byteLength <= largestWholeBytes ? "" : encodeStoredMessage(reply.documentId);
    await connection.sendReply(
      keys.reply(reply.documentId),
      frame,
      keptSeconds,
      replyTo,
      wholeMark,
      note,
      maxUnstoredBytes,
      ...onlyIfMissing,
    );
  }

  return {
    /**
     * Sends a document's reply to the gateway that waits on `replyTo`, and stores it, as a message may be missed.
     * Throws {@link QueueUnavailable} when Redis does not take the reply.
     */
    async send(replyTo: string, reply: DocumentReply): Promise<void> {
      pending += 1;
      try {
        await pTimeout(store(replyTo, reply), { milliseconds: sendTimeoutMs, fallback: throwTimeout });
        hold(replyTo, reply);
      } catch (error) {
        throw new QueueUnavailable("cannot send a reply", { cause: error });
      } finally {
        pending -= 1;
        ended += 1;
      }
    },

    /** How many replies are on their way, and how many have left or failed. */
    progress: (): { pending: number; ended: number } => ({ pending, ended }),

    close(): void {
      connection.disconnect();
    },
  };
}

/** Creates the error when it is late: p-timeout would create it, with its stack, for each reply that is in time. */
function throwTimeout(): never {
  throw new TimeoutError(`Redis did not take the reply within ${sendTimeoutMs} ms`);
}
