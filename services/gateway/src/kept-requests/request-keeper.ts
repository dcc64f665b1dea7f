import { promisify } from "node:util";
import { deflateRaw } from "node:zlib";
import { createId, maxKeptRequestBytes, type KeptRequest } from "@platen/contracts";
import { keepRequests, maxKeptRequestsPerCall, type Keeping, type RequestToKeep } from "@platen/contracts/internal";
import { describeError, type Logger } from "@platen/telemetry";
import type { Catalog } from "../catalog/catalog.ts";
import { createGatheredCalls } from "../catalog/gathered-calls.ts";
import { redact } from "./redact.ts";

const deflate = promisify(deflateRaw);
const timeoutMs = 5_000;
/** The most characters of requests that wait to be handed over. */
const mostGathered = 16_000_000;
/** The most requests that wait, of which large ones have no characters any more. */
const mostWaiting = 2_000;
/** A call ends with the request that exceeds this, in characters of base64. */
const fullCall = 4_000_000;

/** What a caller sent for a document. */
export type SentRequest = Pick<KeptRequest, "data" | "html" | "css" | "settings" | "options" | "locale" | "timeZone">;

export type NotedRequest = {
  documentId: string;
  keyHash: string;
  keeping: Keeping;
  /** The caller does not change it any more. */
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

function toKeep(sent: SentRequest, { requestedAt, keeping }: Waiting): Buffer {
  const { data, html, css, settings, options, locale, timeZone } = sent;
  const request = {
    data: data && redact(data, keeping.redactedPaths),
    html,
    css,
    settings,
    options,
    locale,
    timeZone,
    requestedAt: requestedAt === undefined ? undefined : new Date(requestedAt).toISOString(),
  };
  return Buffer.from(JSON.stringify(request));
}

/**
 * Creates what hands requests over to the catalog, which encrypts and keeps them. It gathers them for
 * a moment and makes one call at a time, so that no document waits for it. What does not fit into its memory, and a call
 * that fails, is counted and not repeated.
 */
export function createRequestKeeper(deps: {
  catalog: Pick<Catalog, "call">;
  logger: Pick<Logger, "warn">;
  count: (outcome: KeepingOutcome, requests: number) => void;
  /** Calls a function after the time in which requests gather. */
  later: (send: () => void) => void;
}) {
  const { catalog, logger, count, later } = deps;
  const gathered: Waiting[] = [];
  let length = 0;

  async function pack(waiting: Waiting): Promise<RequestToKeep> {
    const { documentId, keyHash, keeping, sent } = waiting;
    const bytes = sent && toKeep(sent, waiting);
    const isKept = bytes !== undefined && bytes.byteLength <= maxKeptRequestBytes;
    const request = isKept ? (await deflate(bytes)).toString("base64") : null;
    return { documentId, keyHash, revision: keeping.revision, request };
  }

  async function takeCall(): Promise<RequestToKeep[]> {
    const requests: RequestToKeep[] = [];
    for (let size = 0; size < fullCall && requests.length < maxKeptRequestsPerCall;) {
      const waiting = gathered.shift();
      if (!waiting) break;
      length -= waiting.length;
      const packed = await pack(waiting);
      requests.push(packed);
      size += packed.request?.length ?? 0;
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
