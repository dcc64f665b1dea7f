import type { Holder } from "@platen/contracts/holder";
import { z } from "zod";
import { QueueUnavailable } from "../queue-unavailable.ts";
import { assertReadySoon, type ProducerConnection } from "../redis-connections.ts";
import { defaultPrefix, redisKeys } from "../redis-keys.ts";
import { largestWholeBytes, type ReceivedReply } from "../reply-frame.ts";
import { readingLeaseMs, readStoredReply } from "../stored-reply.ts";
import { claimRequestCommand } from "./claim-request-command.ts";
import { keepReplyCommand } from "./keep-reply-command.ts";
import { noteDocumentCommand } from "./note-document-command.ts";
import { recordLifeMs } from "./record-counts.ts";
import { releaseClaimCommand } from "./release-claim-command.ts";

/** One reply takes at most this share of `keepBytes`. */
const largestShare = 1 / 4;

/**
 * What a repeated request has in common with the first, and whose it is. The store knows the key and the body by their hashes
 * only.
 */
export type IdempotentRequest = { projectId: string; holder: Holder; keyHash: string; bodyHash: string };

/** The note about a document when it is created: enough to answer with it again, or to render it again. */
const aboutDocument = z.object({ version: z.int().optional(), templateName: z.string(), requestedAt: z.number() });
export type AboutDocument = z.infer<typeof aboutDocument>;

export type Claim =
  /**
   * The caller renders the document; `earlier` describes the document of a first request whose reply is no longer kept.
   */
  | { outcome: "claimed"; earlier: AboutDocument | undefined }
  | { outcome: "running" }
  | { outcome: "answered"; reply: ReceivedReply; about: AboutDocument }
  | { outcome: "other body" }
  /** The account has as many records as it may, so no new key can be remembered. */
  | { outcome: "too many" };

const claimed = z.tuple([
  z.enum(["claimed", "running", "answered", "other body", "too many"]),
  z.string(),
  z.string(),
  z.string(),
]);

function readAbout(text: string): AboutDocument | undefined {
  return text === "" ? undefined : aboutDocument.parse(JSON.parse(text));
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/**
 * Creates the memory of requests that carry a key, which all gateways share through Redis. It keeps the reply that the
 * worker stored, by prolonging its life. All kept replies together take no more than `keepBytes`.
 */
export function createIdempotencyStore(options: {
  redis: ProducerConnection;
  prefix?: string;
  keepBytes: number;
  /** Most records of all accounts together. */
  maxRecords: () => number;
  /** Milliseconds since the epoch. */
  now?: () => number;
}) {
  const { redis, keepBytes, maxRecords, now = Date.now } = options;
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  redis.defineCommand("claimRequest", claimRequestCommand);
  redis.defineCommand("noteDocument", noteDocumentCommand);
  redis.defineCommand("releaseClaim", releaseClaimCommand);
  redis.defineCommand("keepReply", keepReplyCommand);
  let epochHere: string | undefined;
  const recordOf = ({ projectId, keyHash }: IdempotentRequest) => keys.idempotency(projectId, keyHash);

  /** A record, and the counts that it is part of. */
  const countedRecordOf = (request: IdempotentRequest) => [
    recordOf(request),
    keys.idempotencyCounts(request.holder),
    keys.idempotencyCounts("all"),
  ];

  async function reachRedis<T>(work: () => Promise<T>): Promise<T> {
    try {
      await assertReadySoon(redis);
      return await work();
    } catch (error) {
      throw new QueueUnavailable("cannot look up an idempotency key", { cause: error });
    }
  }

  async function keep(request: IdempotentRequest, documentId: string): Promise<void> {
    const names = [recordOf(request), keys.reply(documentId), keys.keptReplies, keys.keptBytes];
    const limits = [keepBytes * largestShare, keepBytes, largestWholeBytes, readingLeaseMs];
    await redis.keepReply(...names, now(), documentId, ...limits, keys.reply(""));
  }

  return {
    /** Notes the epoch of the database. Returns whether Redis has been used with another one before. */
    async enterEpoch(epoch: string): Promise<boolean> {
      if (epoch === epochHere) return false;
      const before = await reachRedis(() => redis.set(keys.epoch, epoch, "GET"));
      epochHere = epoch;
      return before !== null && before !== epoch;
    },

    /** Claims the request for a document, until `claimEnds` (milliseconds since the epoch). */
    claim(request: IdempotentRequest, document: { documentId: string; claimEnds: number }): Promise<Claim> {
      return reachRedis(async () => {
        const { documentId, claimEnds } = document;
        const values = [now(), request.bodyHash, documentId, claimEnds, recordLifeMs, keys.reply(""), maxRecords()];
        const [outcome, found, text, state] = claimed.parse(
          await redis.claimRequest(...countedRecordOf(request), ...values),
        );
        const about = readAbout(text);
        if (outcome === "claimed") return { outcome, earlier: about };
        if (outcome !== "answered") return { outcome };
        const reply = await readStoredReply(redis, keys.reply(found));
        // The reply has just expired, or is a failure that its claim's gateway may still replace.
        if (!reply || !about) return { outcome: "running" };
        const isFinal = reply.outcome === "completed" || !reply.failure.retryable;
        if (!isFinal) return { outcome: "running" };
        // The gateway that made the claim may have died before it could keep the reply.
        if (state === "running") await keep(request, found);
        return { outcome, reply, about };
      });
    },

    /** Notes what other gateways need to answer with the claimed document, and the new end of the claim. */
    note(
      request: IdempotentRequest,
      { documentId, claimEnds }: { documentId: string; claimEnds: number },
      about: AboutDocument,
    ): Promise<unknown> {
      return reachRedis(() => redis.noteDocument(recordOf(request), documentId, JSON.stringify(about), claimEnds));
    },

    /** Keeps the document's reply for the rest of the record's life. */
    keep(request: IdempotentRequest, documentId: string): Promise<void> {
      return reachRedis(() => keep(request, documentId));
    },

    /** Releases the claim: the next request with the key is rendered. */
    release(request: IdempotentRequest, documentId: string): Promise<unknown> {
      return reachRedis(() =>
        redis.releaseClaim(...countedRecordOf(request), keys.reply(documentId), now(), documentId),
      );
    },
  };
}
