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

/** A project's documents or its previews. Each has a limit, so that neither keeps the other out. */
export type AdmissionBucket = { projectId: string; kind: "documents" | "previews" };

/** The right to add one job. Its holder must release it. */
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
  /** The bucket has as many documents in flight as it may. */
  | { outcome: "busy"; retryAfterSeconds: number }
  /** More documents wait ahead than workers render before the deadline. */
  | { outcome: "full"; retryAfterSeconds: number };

const acquireAnswer = z.tuple([z.enum(["acquired", "busy", "full"]), z.number(), z.number(), z.number()]);

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Limits what enters the queue, for all gateways together, through Redis. A document gets a permit when workers are
 * likely to render it within its deadline, and a priority that is fair to every project.
 */
export function createAdmission({ redis, prefix = defaultPrefix }: { redis: ProducerConnection; prefix?: string }) {
  const keys = redisKeys(prefix);
  const ownId = randomUUID();
  redis.defineCommand("acquirePermit", acquirePermitCommand);
  redis.defineCommand("releasePermit", releasePermitCommand);
  let permits = 0;

  const keysOf = ({ projectId, kind }: AdmissionBucket): string[] => [
    keys.inFlight(`${projectId}:${kind}`),
    keys.load,
    keys.waitingJobs,
    keys.prioritizedJobs,
    keys.activeJobs,
    keys.lastRound(`${projectId}:${kind}`),
  ];

  /** Releases a permit. `wasRendered` says whether a worker has spent its time on the document. */
  function release({ id, bucket }: Pick<Permit, "id" | "bucket">, { wasRendered }: { wasRendered: boolean }): void {
    redis.releasePermit(...keysOf(bucket), id, wasRendered ? 1 : 0).catch(() => {
      // Redis is away; the permit's lease ends by itself.
    });
  }

  return {
    /**
     * Acquires a permit for one more document, due at `deadlineAt` (milliseconds since the epoch). Throws
     * {@link QueueUnavailable} when Redis cannot say.
     */
    async acquire(
      bucket: AdmissionBucket,
      { limit, deadlineAt }: { limit: number; deadlineAt: number },
    ): Promise<AcquireResult> {
      permits += 1;
      const id = `${ownId}:${permits}`;
      const leftMs = Math.max(0, deadlineAt - Date.now());
      const values = [id, limit, leftMs, leftMs + leaseGraceMs, bucket.kind === "previews" ? 1 : 0];
      try {
        await assertReadySoon(redis);
        const [outcome, place, perSecond, documentsAhead] = acquireAnswer.parse(
          await redis.acquirePermit(...keysOf(bucket), ...values),
        );
        if (outcome === "acquired") return { outcome, permit: { id, bucket, priority: place, documentsAhead } };
        return { outcome, retryAfterSeconds: retryAfterSeconds(place, perSecond / 1_000) };
      } catch (error) {
        // A Redis that hangs runs the script when it goes on, and would hold the permit until its lease ends.
        release({ id, bucket }, { wasRendered: false });
        throw new QueueUnavailable("cannot acquire a permit", { cause: error });
      }
    },

    release,
  };
}
