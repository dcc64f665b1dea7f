import { randomUUID } from "node:crypto";
import { createProducerConnection, subscribe, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import { decodeReply, decodeReplyMessage, type DocumentReply } from "./reply-frame.ts";

/** A message may be missed, so the keys of everybody who waits are looked at this often. */
const checkIntervalMs = 1_000;

/** Replies that are done with are deleted together, this long after the first of them. */
const discardAfterMs = 100;

/** How long the last look, at the deadline, may take when Redis hangs. */
const lastLookMs = 250;

/** How a wait ends: with the reply, at its deadline, or because whoever waited has left. */
export type WaitResult = { end: "reply"; reply: DocumentReply } | { end: "deadline" } | { end: "abandoned" };

export type ReplyWaiterOptions = { redisUrl: string; prefix?: string; logger: QueueLogger };
export type ReplyWaiter = ReturnType<typeof createReplyWaiter>;

/**
 * Makes the gateway's side of replies: one channel for the whole process, and a look at the stored replies once a
 * second and after every reconnect. `wait` never rejects; start it before the job is added, so that no reply is early.
 */
export function createReplyWaiter(options: ReplyWaiterOptions) {
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const channel = keys.replyChannel(randomUUID());
  const connection = createProducerConnection(options, "reply waiter");
  const waiting = new Map<string, { end: (result: WaitResult) => void; isKept: boolean }>();

  let discarded: string[] = [];
  let discarding: NodeJS.Timeout | undefined;

  /** The stored frame has been delivered, or nobody will ever ask for it. */
  function discard(documentId: string): void {
    discarded.push(keys.reply(documentId));
    discarding ??= setTimeout(deleteDiscarded, discardAfterMs);
  }

  function deleteDiscarded(): void {
    clearTimeout(discarding);
    discarding = undefined;
    if (discarded.length > 0) connection.unlink(...discarded).catch(() => undefined);
    discarded = [];
  }

  function deliver(frame: Buffer): void {
    try {
      const reply = decodeReply(frame);
      const waiter = waiting.get(reply.documentId);
      if (!waiter?.isKept) discard(reply.documentId);
      waiter?.end({ end: "reply", reply });
    } catch (error) {
      options.logger.warn("unreadable reply", { errorMessage: String(error) });
    }
  }

  async function check(documentIds: readonly string[]): Promise<void> {
    if (documentIds.length === 0 || connection.status !== "ready") return;
    try {
      const frames = await connection.mgetBuffer(...documentIds.map((id) => keys.reply(id)));
      for (const frame of frames) if (frame) deliver(frame);
    } catch (error) {
      options.logger.warn("cannot look for replies", { errorMessage: String(error) });
    }
  }

  const subscription = subscribe(options, channel, {
    onMessage(message) {
      const content = decodeReplyMessage(message);
      if ("frame" in content) deliver(content.frame);
      else if (waiting.has(content.documentId)) void check([content.documentId]);
      else discard(content.documentId);
    },
    onReady: () => void check([...waiting.keys()]),
  });
  connection.on("ready", () => void check([...waiting.keys()]));
  const checks = setInterval(() => void check([...waiting.keys()]), checkIntervalMs);

  return {
    /** Where workers send replies for this process; goes into the job. */
    channel,

    /** How many waits are going on. */
    waitCount: (): number => waiting.size,

    /**
     * Waits for a document's reply until `deadlineAt` (milliseconds since the epoch) or until `signal` fires. One that
     * `isKept` stays stored after it was delivered.
     */
    wait(
      documentId: string,
      until: { deadlineAt: number; signal: AbortSignal; isKept?: boolean },
    ): Promise<WaitResult> {
      const { promise, resolve } = Promise.withResolvers<WaitResult>();
      const end = (result: WaitResult) => {
        clearTimeout(timer);
        until.signal.removeEventListener("abort", abandon);
        waiting.delete(documentId);
        resolve(result);
      };
      const abandon = () => end({ end: "abandoned" });
      const stop = () => end({ end: "deadline" });
      const lookOnceMore = () => {
        // A reply whose message was missed may lie there since the last check.
        setTimeout(stop, lastLookMs);
        void check([documentId]).then(stop);
      };
      const timer = setTimeout(lookOnceMore, Math.max(0, until.deadlineAt - Date.now()));
      waiting.set(documentId, { end, isKept: until.isKept ?? false });
      if (until.signal.aborted) abandon();
      else until.signal.addEventListener("abort", abandon);
      return promise;
    },

    close(): void {
      clearInterval(checks);
      deleteDiscarded();
      subscription.close();
      connection.disconnect();
    },
  };
}
