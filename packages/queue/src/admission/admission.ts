import { randomUUID } from "node:crypto";
import { z } from "zod";
import { QueueUnavailable } from "../queue-unavailable.ts";
import { assertReadySoon, type ProducerConnection } from "../redis-connections.ts";
import { defaultPrefix, redisKeys } from "../redis-keys.ts";
import { acquirePermitCommand } from "./acquire-permit-command.ts";
import { releasePermitCommand } from "./release-permit-command.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** A gateway that dies keeps its permits; Redis frees each this long after its document's deadline. */
const leaseGraceMs = 5_000;

/** What a job takes in Redis beside its data: its grant, its ids and the fields of BullMQ. */
const bytesPerJob = 4_096;

/**
 * What a permit counts for: a project's documents or its previews, each with a limit, so that neither keeps the other out,
 * and the account to which the project belongs.
 */
export type AdmissionBucket = { accountId: string; projectId: string; kind: "documents" | "previews" | "replies" };

/** The right to add one job, or to keep one large reply in Redis. Its holder must release it. */
export type Permit = {
  id: string;
  bucket: AdmissionBucket;
  /** The job's priority in the queue; the lowest goes first. */
  priority: number;
  /** Documents that waited ahead of it when the permit was given; those at work do not count. */
  documentsAhead: number;
};

export type AcquireResult =
  | { outcome: "acquired"; permit: Permit }
  /** The project has as many documents in flight, or the project or its account as much data, as it may. */
  | { outcome: "busy"; limitedBy: "documents" | "data"; retryAfterSeconds: number }
  /** More documents wait ahead than workers render before the deadline, or the data of others fill the room. */
  | { outcome: "full"; limitedBy: "documents" | "data"; retryAfterSeconds: number };

const refusals = {
  busy: { outcome: "busy", limitedBy: "documents" },
  "busy with data": { outcome: "busy", limitedBy: "data" },
  full: { outcome: "full", limitedBy: "documents" },
  "full of data": { outcome: "full", limitedBy: "data" },
} as const;

const acquireAnswer = z.tuple([
  z.enum(["acquired", "busy", "busy with data", "full", "full of data"]),
  z.number(),
  z.number(),
  z.number(),
]);

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Limits what enters the queue, for all gateways together, through Redis. A document gets a permit when workers are
 * likely to render it within its deadline and its data fit into the room, and a priority that is fair to every account
 * and to every project. `roomBytes` is the space in Redis for the data of all documents in flight.
 */
export function createAdmission(options: { redis: ProducerConnection; prefix?: string; roomBytes: () => number }) {
  const { redis, roomBytes } = options;
  const keys = redisKeys(options.prefix ?? defaultPrefix);
  const ownId = randomUUID();
  redis.defineCommand("acquirePermit", acquirePermitCommand);
  redis.defineCommand("releasePermit", releasePermitCommand);
  let permits = 0;

  const keysOf = ({ accountId, kind }: AdmissionBucket): string[] => [
    keys.permits,
    keys.permitCounts,
    keys.load,
    keys.waitingJobs,
    keys.prioritizedJobs,
    keys.activeJobs,
    keys.lastRound(`${accountId}:${kind}`),
  ];

  /** Releases a permit. `wasRendered` says whether a worker has spent its time on the document. */
  function release({ id, bucket }: Pick<Permit, "id" | "bucket">, { wasRendered }: { wasRendered: boolean }): void {
    redis.releasePermit(...keysOf(bucket), id, wasRendered ? 1 : 0).catch(() => {
      // Redis is away; the permit's lease ends by itself.
    });
  }

  return {
    /**
     * Acquires a permit for one more document, due at `deadlineAt` (milliseconds since the epoch), whose data take
     * `dataBytes` in the queue. Throws {@link QueueUnavailable} when Redis cannot say.
     */
    async acquire(
      bucket: AdmissionBucket,
      { limit, deadlineAt, dataBytes }: { limit: number; deadlineAt: number; dataBytes: number },
    ): Promise<AcquireResult> {
      permits += 1;
      const { accountId, projectId, kind } = bucket;
      const bytes = dataBytes + bytesPerJob;
      const id = `${ownId}:${permits} ${accountId} ${projectId} ${kind} ${bytes}`;
      const leftMs = Math.max(0, deadlineAt - Date.now());
      const times = [leftMs, leftMs + leaseGraceMs];
      const values = [id, accountId, projectId, kind, limit, ...times, bytes, Math.floor(roomBytes()), keys.jobs];
      try {
        await assertReadySoon(redis);
        const [outcome, place, perSecond, documentsAhead] = acquireAnswer.parse(
          await redis.acquirePermit(...keysOf(bucket), ...values),
        );
        if (outcome === "acquired") return { outcome, permit: { id, bucket, priority: place, documentsAhead } };
        return { ...refusals[outcome], retryAfterSeconds: retryAfterSeconds(place, perSecond / 1_000) };
      } catch (error) {
        // A Redis that hangs runs the script when it goes on, and would hold the permit until its lease ends.
        release({ id, bucket }, { wasRendered: false });
        throw new QueueUnavailable("cannot acquire a permit", { cause: error });
      }
    },

    release,
  };
}
