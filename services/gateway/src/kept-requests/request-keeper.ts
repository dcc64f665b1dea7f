import { createId, maxKeptRequestBytes } from "@platen/contracts";
import { keepRequests, maxKeptRequestsPerCall, type Keeping, type RequestToKeep } from "@platen/contracts/internal";
import { describeError, type Logger } from "@platen/telemetry";
import type { Catalog } from "../catalog/catalog.ts";
import { createGatheredCalls } from "../catalog/gathered-calls.ts";
import type { Holder } from "@platen/contracts/holder";
import type { BodyWork } from "../bodies/body-work.ts";
import type { SentRequest } from "./sent-request.ts";
import type { KeepingOutcome } from "../metrics.ts";

const timeoutMs = 5_000;
/** The most characters of requests that wait to be handed over, and of one account. */
const maxGathered = { total: 16_000_000, perHolder: 4_000_000 };
/** The most requests that wait, of which large ones have no characters any more. */
const maxWaiting = { total: 2_000, perHolder: 500 };
/** A call ends with the request that exceeds this, in characters of base64. */
const fullCall = 4_000_000;

export type NotedRequest = {
  documentId: string;
  /** The key that has asked for the document; null if a member of the project has. */
  keyHash: string | null;
  projectId?: string;
  /** The account that pays for redacting and packing it. */
  holder: Holder;
  keeping: Keeping;
  sent: SentRequest;
  /** Its length in characters, or a little less. */
  length: number;
  /** When the caller asked for the document, in milliseconds since the epoch; undefined if its record says so. */
  requestedAt?: number | undefined;
};

/** A noted request; one that is too large has lost what was sent. */
type Waiting = Omit<NotedRequest, "sent"> & { sent: SentRequest | undefined };

/** The requests of one account that wait. */
type Lane = { holder: Holder; gathered: Waiting[]; length: number; calls: ReturnType<typeof createGatheredCalls> };

/**
 * Creates what hands requests over to the catalog, which encrypts and keeps them. It gathers those of an account for a
 * moment and makes one call at a time for it, so that no document waits for that, and no account for another. What does not fit into its memory, and a call
 * that fails, is counted and not repeated.
 */
export function createRequestKeeper(deps: {
  catalog: Pick<Catalog, "call">;
  work: Pick<BodyWork, "run">;
  logger: Pick<Logger, "warn">;
  count: (outcome: KeepingOutcome, requests: number) => void;
  /** Calls a function after the time in which requests gather. */
  later: (send: () => void) => void;
}) {
  const { catalog, work, logger, count, later } = deps;
  const lanes = new Map<Holder, Lane>();

  async function pack(waiting: Waiting): Promise<RequestToKeep> {
    const { documentId, keyHash, projectId, keeping, sent, requestedAt, holder, length: bytes } = waiting;
    const { redactedPaths, revision } = keeping;
    const date = requestedAt === undefined ? undefined : new Date(requestedAt).toISOString();
    const request =
      sent === undefined ? null : await work.run("keep", { sent, redactedPaths, requestedAt: date }, { bytes, holder });
    return { documentId, keyHash, ...(projectId !== undefined && { projectId }), revision, request };
  }

  async function takeCall(lane: Lane): Promise<RequestToKeep[]> {
    const requests: RequestToKeep[] = [];
    for (let size = 0; size < fullCall && requests.length < maxKeptRequestsPerCall;) {
      const waiting = lane.gathered.shift();
      if (!waiting) break;
      lane.length -= waiting.length;
      try {
        const packed = await pack(waiting);
        requests.push(packed);
        size += packed.request?.length ?? 0;
      } catch (error) {
        count("dropped", 1);
        logger.warn("packing a request failed", { documentId: waiting.documentId, ...describeError(error) });
      }
    }
    return requests;
  }

  async function send(lane: Lane): Promise<void> {
    for (let requests = await takeCall(lane); requests.length > 0; requests = await takeCall(lane)) {
      const large = requests.filter(({ request }) => request === null).length;
      try {
        const context = { requestId: createId("request") };
        // A second call stores nothing twice.
        const options = { timeoutMs, isRepeatable: true };
        const { kept } = await catalog.call(keepRequests, { body: { requests } }, context, options);
        count("kept", Math.max(0, kept - large));
        count("too_large", large);
      } catch (error) {
        count("dropped", requests.length);
        logger.warn("keeping requests failed", { requests: requests.length, ...describeError(error) });
      }
    }
    if (lane.gathered.length === 0) lanes.delete(lane.holder);
  }

  function createLane(holder: Holder): Lane {
    const gathered: Waiting[] = [];
    const isEmpty = () => gathered.length === 0;
    const calls = createGatheredCalls({ send: () => send(lane), isEmpty, later });
    const lane: Lane = { holder, gathered, length: 0, calls };
    lanes.set(holder, lane);
    return lane;
  }

  function hasRoom(lane: Lane, length: number): boolean {
    const all = [...lanes.values()];
    const waiting = all.reduce((sum, { gathered }) => sum + gathered.length, 0);
    const total = all.reduce((sum, { length: ofLane }) => sum + ofLane, 0);
    return (
      waiting < maxWaiting.total &&
      total + length <= maxGathered.total &&
      lane.gathered.length < maxWaiting.perHolder &&
      lane.length + length <= maxGathered.perHolder
    );
  }

  return {
    /** Notes a request of a project that keeps requests, without I/O. */
    note(noted: NotedRequest): void {
      const waiting = noted.length > maxKeptRequestBytes ? { ...noted, sent: undefined, length: 0 } : noted;
      const lane = lanes.get(noted.holder) ?? createLane(noted.holder);
      if (!hasRoom(lane, waiting.length)) {
        count("dropped", 1);
        return;
      }
      lane.gathered.push(waiting);
      lane.length += waiting.length;
      lane.calls.plan();
    },

    /** Hands over what is gathered; resolves when all calls have ended. */
    async close(): Promise<void> {
      await Promise.all([...lanes.values()].map(({ calls }) => calls.close()));
    },
  };
}

export type RequestKeeper = ReturnType<typeof createRequestKeeper>;
