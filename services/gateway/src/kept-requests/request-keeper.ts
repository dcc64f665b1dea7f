import { createId, maxKeptRequestBytes } from "@platen/contracts";
import { keepRequests, maxKeptRequestsPerCall, type Keeping, type RequestToKeep } from "@platen/contracts/internal";
import { describeError, type Logger } from "@platen/telemetry";
import type { Catalog } from "../catalog/catalog.ts";
import { createGatheredCalls } from "../catalog/gathered-calls.ts";
import type { Holder } from "@platen/contracts/holder";
import type { BodyWork } from "../bodies/body-work.ts";
import type { SentRequest } from "../bodies/prepare-document.ts";

const timeoutMs = 5_000;
/** The most characters of requests that wait to be handed over. */
const mostGathered = 16_000_000;
/** The most requests that wait, of which large ones have no characters any more. */
const mostWaiting = 2_000;
/** A call ends with the request that exceeds this, in characters of base64. */
const fullCall = 4_000_000;

export type NotedRequest = {
  documentId: string;
  keyHash: string;
  /** The account that pays for redacting and packing it. */
  holder: Holder;
  keeping: Keeping;
  sent: SentRequest;
  /** Its length in characters, or a little less. */
  length: number;
  /** When the caller asked for the document, in milliseconds since the epoch; undefined if its record says so. */
  requestedAt?: number | undefined;
};

/** What became of a request that the project wants to keep. */
export type KeepingOutcome = "kept" | "too_large" | "dropped";

/** A noted request; one that is too large has lost what was sent. */
type Waiting = Omit<NotedRequest, "sent"> & { sent: SentRequest | undefined };

/**
 * Creates what hands requests over to the catalog, which encrypts and keeps them. It gathers them for
 * a moment and makes one call at a time, so that no document waits for it. What does not fit into its memory, and a call
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
  const gathered: Waiting[] = [];
  let length = 0;

  async function pack(waiting: Waiting): Promise<RequestToKeep> {
    const { documentId, keyHash, keeping, sent, requestedAt, holder, length: bytes } = waiting;
    const { redactedPaths, revision } = keeping;
    const date = requestedAt === undefined ? undefined : new Date(requestedAt).toISOString();
    const request =
      sent === undefined ? null : await work.run("keep", { sent, redactedPaths, requestedAt: date }, { bytes, holder });
    return { documentId, keyHash, revision, request };
  }

  async function takeCall(): Promise<RequestToKeep[]> {
    const requests: RequestToKeep[] = [];
    for (let size = 0; size < fullCall && requests.length < maxKeptRequestsPerCall;) {
      const waiting = gathered.shift();
      if (!waiting) break;
      length -= waiting.length;
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

  async function send(): Promise<void> {
    for (let requests = await takeCall(); requests.length > 0; requests = await takeCall()) {
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
  }

  const calls = createGatheredCalls({ send, isEmpty: () => gathered.length === 0, later });

  return {
    /** Notes a request of a project that keeps requests, without I/O. */
    note(noted: NotedRequest): void {
      const waiting = noted.length > maxKeptRequestBytes ? { ...noted, sent: undefined, length: 0 } : noted;
      if (gathered.length >= mostWaiting || length + waiting.length > mostGathered) {
        count("dropped", 1);
        return;
      }
      gathered.push(waiting);
      length += waiting.length;
      calls.plan();
    },

    /** Hands over what is gathered; resolves when all calls have ended. */
    close: () => calls.close(),
  };
}

export type RequestKeeper = ReturnType<typeof createRequestKeeper>;
