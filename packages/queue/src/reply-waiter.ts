import { randomUUID } from "node:crypto";
import { createRecentSet } from "./recent-set.ts";
import { createProducerConnection, subscribe, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import { decodeReply, decodeReplyMessage, type ReceivedReply } from "./reply-frame.ts";
import { readStoredReply } from "./stored-reply.ts";

/** A message may be missed, so the keys of everybody who waits are looked at this often. */
const checkIntervalMs = 1_000;

/** Replies that are done with are deleted together, this long after the first of them. */
const discardAfterMs = 100;

/** A message that comes after its reply was found by a look comes within this. */
const lateMessageMs = 60_000;

/** How long the last look, at the deadline, may take when Redis hangs. */
const lastLookMs = 250;

/** How a wait ends: with the reply, at its deadline, or because whoever waited has left. */
export type WaitResult = { end: "reply"; reply: ReceivedReply } | { end: "deadline" } | { end: "abandoned" };

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
  const waiting = new Map<string, { end: (result: WaitResult) => void; isKept: boolean; since: number }>();

  /** Documents whose reply was delivered. */
  const delivered = createRecentSet(lateMessageMs);
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

  /** A reply whose waiter has left is deleted; not so one that was delivered a moment ago and is being read. */
  function discardUnwanted(documentId: string): void {
    if (!delivered.has(documentId)) discard(documentId);
  }

  function deliver(reply: ReceivedReply): void {
    const { documentId } = reply;
    const waiter = waiting.get(documentId);
    if (!waiter) {
      discardUnwanted(documentId);
      return;
    }
    delivered.add(documentId);
    const isWhole = reply.outcome === "failed" || reply.pdf instanceof Uint8Array;
    if (isWhole && !waiter.isKept) discard(documentId);
    waiter.end({ end: "reply", reply });
  }

  function deliverMessage(frame: Buffer): void {
    try {
      deliver(decodeReply(frame));
    } catch (error) {
      options.logger.warn("unreadable reply", { errorMessage: String(error) });
    }
  }

  async function read(documentId: string): Promise<void> {
    const isKept = waiting.get(documentId)?.isKept ?? false;
    try {
      const reply = await readStoredReply(connection, keys.reply(documentId), () => {
        if (!isKept) discard(documentId);
      });
      if (reply) deliver(reply);
    } catch (error) {
      options.logger.warn("cannot read a reply", { documentId, errorMessage: String(error) });
    }
  }

  /** Those whose reply is stored. */
  async function findStored(documentIds: readonly string[]): Promise<readonly string[]> {
    const names = documentIds.map((id) => keys.reply(id));
    const found = await connection.exists(...names);
    // Nearly always there is none.
    if (found === 0) return [];
    if (found === names.length) return documentIds;
    const answers = (await connection.pipeline(names.map((name) => ["exists", name])).exec()) ?? [];
    return documentIds.filter((_, index) => answers[index]?.[1] === 1);
  }

  async function check(documentIds: readonly string[]): Promise<void> {
    if (documentIds.length === 0 || connection.status !== "ready") return;
    try {
      const stored = await findStored(documentIds);
      await Promise.all(stored.map(read));
    } catch (error) {
      options.logger.warn("cannot look for replies", { errorMessage: String(error) });
    }
  }

  const subscription = subscribe(options, channel, {
    onMessage(message) {
      const content = decodeReplyMessage(message);
      if ("frame" in content) deliverMessage(content.frame);
      else if (waiting.has(content.documentId)) void read(content.documentId);
      else discardUnwanted(content.documentId);
    },
    onSubscribed: () => void check([...waiting.keys()]),
  });
  connection.on("ready", () => void check([...waiting.keys()]));
  const checks = setInterval(() => void check([...waiting.keys()]), checkIntervalMs);

  return {
    /** Where workers send replies for this process; goes into the job. */
    channel,

    /** How many waits are going on. */
    waitCount: (): number => waiting.size,

    /** How long the oldest of them has been going on; 0 without any. */
    oldestWaitMs(): number {
      for (const { since } of waiting.values()) return performance.now() - since;
      return 0;
    },

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
      waiting.set(documentId, { end, isKept: until.isKept ?? false, since: performance.now() });
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
