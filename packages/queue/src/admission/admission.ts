import { randomUUID } from "node:crypto";
import { z } from "zod";
import { QueueUnavailable } from "../queue-unavailable.ts";
import { whenReady, type ProducerConnection } from "../redis-connections.ts";
import { defaultPrefix, redisKeys } from "../redis-keys.ts";
import { enterScript, leaveScript } from "./admission-scripts.ts";
import { retryAfterSeconds } from "./retry-after.ts";

/** A gateway that dies leaves its tickets; each is given up this long after its document's deadline. */
const leaseGraceMs = 5_000;

/** Documents and previews of a project are counted apart, so that neither keeps the other out. */
export type Lane = { projectId: string; kind: "documents" | "previews" };

/** The right to add one job; it has to be given back. */
export type Ticket = {
  id: string;
  lane: Lane;
  /** Where in the queue the job goes; the lowest goes first. */
  priority: number;
  /** Documents that were to be rendered before it when it was admitted, those at work not counted. */
  documentsAhead: number;
};

export type Entry =
  | { outcome: "admitted"; ticket: Ticket }
  /** Its project has as many documents in flight as it may. */
  | { outcome: "busy"; retryAfterSeconds: number }
  /** More wait ahead of it than are rendered before its deadline. */
  | { outcome: "full"; retryAfterSeconds: number };

const entered = z.tuple([z.enum(["admitted", "busy", "full"]), z.number(), z.number(), z.number()]);

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Makes the door of the queue, which all gateways share through Redis. It lets in what is likely to be rendered within
 * its deadline, and gives every project its fair turn.
 */
export function createAdmission({ redis, prefix = defaultPrefix }: { redis: ProducerConnection; prefix?: string }) {
  const keys = redisKeys(prefix);
  const own = randomUUID();
  let tickets = 0;

  const keysOf = ({ projectId, kind }: Lane): string[] => [
    keys.inFlight(`${projectId}:${kind}`),
    keys.load,
    keys.waitingJobs,
    keys.prioritizedJobs,
    keys.activeJobs,
    keys.lastTurn(`${projectId}:${kind}`),
  ];

  /** Gives a ticket back. `wasRendered` says whether a worker has spent its time on the document. */
  function leave({ id, lane }: Pick<Ticket, "id" | "lane">, { wasRendered }: { wasRendered: boolean }): void {
    leaveScript(redis, keysOf(lane), [id, wasRendered ? 1 : 0]).catch(() => {
      // Redis is away; the ticket's lease ends by itself.
    });
  }

  return {
    /**
     * Asks for the place of one more document, due at `deadlineAt` (milliseconds since the epoch). Throws
     * {@link QueueUnavailable} when Redis cannot say.
     */
    async enter(lane: Lane, { limit, deadlineAt }: { limit: number; deadlineAt: number }): Promise<Entry> {
      tickets += 1;
      const id = `${own}:${tickets}`;
      const leftMs = Math.max(0, deadlineAt - Date.now());
      const values = [id, limit, leftMs, leftMs + leaseGraceMs, lane.kind === "previews" ? 1 : 0];
      try {
        await whenReady(redis);
        const [outcome, place, perSecond, documentsAhead] = entered.parse(
          await enterScript(redis, keysOf(lane), values),
        );
        if (outcome === "admitted") return { outcome, ticket: { id, lane, priority: place, documentsAhead } };
        return { outcome, retryAfterSeconds: retryAfterSeconds(place, perSecond / 1_000) };
      } catch (error) {
        // A Redis that hangs carries it out when it goes on; the place would be held until its lease ends.
        leave({ id, lane }, { wasRendered: false });
        throw new QueueUnavailable("cannot enter the queue", { cause: error });
      }
    },

    leave,
  };
}
