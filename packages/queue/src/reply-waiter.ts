import { randomUUID } from "node:crypto";
import { systemClock, type Clock } from "./clock.ts";
import { createRecentSet } from "./recent-set.ts";
import { createProducerConnection, subscribe, type QueueLogger } from "./redis-connections.ts";
import { defaultPrefix, redisKeys } from "./redis-keys.ts";
import { decodeReply, decodeReplyMessage, type ReceivedReply } from "./reply-frame.ts";
import { readStoredReply } from "./stored-reply.ts";

/** A message may be missed, so the waiter looks for the stored replies of all documents this often. */
const checkIntervalMs = 1_000;

/** Delivered replies are deleted together, this long after the first of them. */
const discardAfterMs = 100;

/** The message of a reply that was found by its key arrives within this. */
const lateMessageMs = 60_000;

/** How long the last check, at the deadline, may take when Redis hangs. */
const lastCheckMs = 250;

/** How a wait ends: with the reply, at its deadline, or because the caller has left. */
export type WaitResult = { end: "reply"; reply: ReceivedReply } | { end: "deadline" } | { end: "abandoned" };

export type ReplyWaiterOptions = { redisUrl: string; prefix?: string; logger: QueueLogger; clock?: Clock };
export type ReplyWaiter = ReturnType<typeof createReplyWaiter>;

/**
 * Creates the gateway's side of replies: one channel for the whole process, and a check for stored replies once a
 * second and after every reconnect. `wait` never rejects; start it before the job is added, so that no reply is early.
 */
export function createReplyWaiter(options: ReplyWaiterOptions) {
  const { clock = systemClock, logger } = options;
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const channel = keys.replyChannel(randomUUID());
  const connection = createProducerConnection(options, "reply waiter");
  const waiting = new Map<string, { end: (result: WaitResult) => void; isKept: boolean; since: number }>();

  /** Documents whose reply was delivered. */
  const delivered = createRecentSet(lateMessageMs, clock.monotonicNow);
  let discarded: string[] = [];
  let cancelDiscarding: (() => void) | undefined;

  /** Deletes a stored frame that was delivered, or that no request will ask for. */
  function discard(documentId: string): void {
    discarded.push(keys.reply(documentId));
    cancelDiscarding ??= clock.after(discardAfterMs, deleteDiscarded);
  }

  function deleteDiscarded(): void {
    cancelDiscarding?.();
    cancelDiscarding = undefined;
    if (discarded.length > 0) connection.unlink(...discarded).catch(() => undefined);
    discarded = [];
  }

  /** Deletes a reply whose waiter has left, but not a reply that was delivered a moment ago and is being read. */
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
      logger.warn("cannot decode a reply", { errorMessage: String(error) });
    }
  }

  async function read(documentId: string): Promise<void> {
    const isKept = waiting.get(documentId)?.isKept ?? false;
    try {
      const onReadEnd = () => {
        if (!isKept) discard(documentId);
      };
      const reply = await readStoredReply(connection, keys.reply(documentId), { clock, onReadEnd });
      if (reply) deliver(reply);
    } catch (error) {
      logger.warn("cannot read a reply", { documentId, errorMessage: String(error) });
    }
  }

  /** The documents whose reply is stored. */
  async function findStored(documentIds: readonly string[]): Promise<readonly string[]> {
    const names = documentIds.map((id) => keys.reply(id));
    const found = await connection.exists(...names);
    // Nearly always no reply is there.
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
      logger.warn("cannot look for replies", { errorMessage: String(error) });
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
  const stopChecking = clock.every(checkIntervalMs, () => void check([...waiting.keys()]));

  return {
    /** Where workers send replies for this process; goes into the job. */
    channel,

    /** How many waits are going on. */
    waitCount: (): number => waiting.size,

    /** How long the oldest wait has been going on; 0 without any. */
    oldestWaitMs(): number {
      for (const { since } of waiting.values()) return clock.monotonicNow() - since;
      return 0;
    },

    /**
     * Waits for a document's reply until `deadlineAt` (milliseconds since the epoch) or until `signal` fires. With
     * `isKept` the reply stays stored after it was delivered.
     */
    wait(
      documentId: string,
      until: { deadlineAt: number; signal: AbortSignal; isKept?: boolean },
    ): Promise<WaitResult> {
      const { promise, resolve } = Promise.withResolvers<WaitResult>();
      const end = (result: WaitResult) => {
        cancelTimer();
        until.signal.removeEventListener("abort", abandon);
        // Not the next wait for the same document.
        if (waiting.get(documentId) === waiter) waiting.delete(documentId);
        resolve(result);
      };
      const abandon = () => end({ end: "abandoned" });
      const stop = () => end({ end: "deadline" });
      const checkOnceMore = () => {
        cancelTimer = clock.after(lastCheckMs, stop);
        // A reply whose message was missed may be stored since the last check.
        void check([documentId]).then(stop);
      };
      let cancelTimer = clock.after(Math.max(0, until.deadlineAt - clock.now()), checkOnceMore);
      const waiter = { end, isKept: until.isKept ?? false, since: clock.monotonicNow() };
      waiting.set(documentId, waiter);
      if (until.signal.aborted) abandon();
      else until.signal.addEventListener("abort", abandon);
      return promise;
    },

    close(): void {
      stopChecking();
      deleteDiscarded();
      subscription.close();
      connection.disconnect();
    },
  };
}
