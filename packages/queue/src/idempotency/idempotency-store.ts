import { z } from "zod";
import { QueueUnavailable } from "../queue-unavailable.ts";
import { whenReady, type ProducerConnection } from "../redis-connections.ts";
import { defaultPrefix, redisKeys } from "../redis-keys.ts";
import { largestWholeBytes, type ReceivedReply } from "../reply-frame.ts";
import { readingLeaseMs, readStoredReply } from "../stored-reply.ts";
import { claimScript, keepScript, noteScript, releaseScript } from "./idempotency-scripts.ts";

const recordLifeMs = 24 * 60 * 60 * 1_000;
/** One reply takes at most this share of the room for all. */
const largestShare = 1 / 4;

/** What a repeated request has in common with the first. The key and the body are known by their hashes only. */
export type IdempotentRequest = { projectId: string; keyHash: string; bodyHash: string };

/** What is noted of a document when it is opened: enough to answer with it again, or to make it again. */
const aboutDocument = z.object({ version: z.int(), templateName: z.string(), requestedAt: z.number() });
export type AboutDocument = z.infer<typeof aboutDocument>;

export type Claim =
  /** The request is to be carried out; `earlier` is there when it was before and its reply is not kept any more. */
  | { outcome: "claimed"; earlier: AboutDocument | undefined }
  | { outcome: "running" }
  | { outcome: "answered"; reply: ReceivedReply; about: AboutDocument }
  | { outcome: "other body" };

const claimed = z.tuple([z.enum(["claimed", "running", "answered", "other body"]), z.string(), z.string(), z.string()]);

function readAbout(text: string): AboutDocument | undefined {
  return text === "" ? undefined : aboutDocument.parse(JSON.parse(text));
}

export type IdempotencyStore = ReturnType<typeof createIdempotencyStore>;

/**
 * Makes the memory of requests that carry a key, which all gateways share through Redis. The reply of the first is the
 * one its worker stored, whose life is made longer; together the kept ones take no more than `keepBytes`.
 */
export function createIdempotencyStore(options: { redis: ProducerConnection; prefix?: string; keepBytes: number }) {
  const { redis, keepBytes } = options;
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const recordOf = ({ projectId, keyHash }: IdempotentRequest) => keys.idempotency(projectId, keyHash);

  async function reached<T>(work: () => Promise<T>): Promise<T> {
    try {
      await whenReady(redis);
      return await work();
    } catch (error) {
      throw new QueueUnavailable("cannot look up an idempotency key", { cause: error });
    }
  }

  async function keep(request: IdempotentRequest, documentId: string): Promise<void> {
    const names = [recordOf(request), keys.reply(documentId), keys.keptReplies, keys.keptBytes];
    const limits = [keepBytes * largestShare, keepBytes, largestWholeBytes, readingLeaseMs];
    const values = [Date.now(), documentId, ...limits, keys.reply("")];
    await keepScript(redis, names, values);
  }

  return {
    /** Claims the request for a document that is going to be made, until `claimEnds` (milliseconds since the epoch). */
    claim(request: IdempotentRequest, document: { documentId: string; claimEnds: number }): Promise<Claim> {
      return reached(async () => {
        const { documentId, claimEnds } = document;
        const values = [Date.now(), request.bodyHash, documentId, claimEnds, recordLifeMs, keys.reply("")];
        const [outcome, found, text, state] = claimed.parse(await claimScript(redis, [recordOf(request)], values));
        const about = readAbout(text);
        if (outcome === "claimed") return { outcome, earlier: about };
        if (outcome !== "answered") return { outcome };
        const reply = await readStoredReply(redis, keys.reply(found));
        // Gone in between, or a failure that may not be the last word: whoever has the claim says so soon.
        if (!reply || !about) return { outcome: "running" };
        const isFinal = reply.outcome === "completed" || !reply.failure.retryable;
        if (!isFinal) return { outcome: "running" };
        // The gateway that made the claim may have died before it could.
        if (state === "running") await keep(request, found);
        return { outcome, reply, about };
      });
    },

    /** Notes what is known of the claimed document, so that others can answer with it, and until when it is claimed now. */
    note(
      request: IdempotentRequest,
      { documentId, claimEnds }: { documentId: string; claimEnds: number },
      about: AboutDocument,
    ): Promise<unknown> {
      return reached(() => noteScript(redis, [recordOf(request)], [documentId, JSON.stringify(about), claimEnds]));
    },

    /** Keeps the document's reply for the rest of the record's life. */
    keep(request: IdempotentRequest, documentId: string): Promise<void> {
      return reached(() => keep(request, documentId));
    },

    /** Gives up the claim: the next request with the key is carried out. */
    release(request: IdempotentRequest, documentId: string): Promise<unknown> {
      return reached(() => releaseScript(redis, [recordOf(request), keys.reply(documentId)], [documentId]));
    },
  };
}
