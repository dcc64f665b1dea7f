import type { Failure } from "@platen/contracts";
import {
  leaseBackground,
  maxDocumentsPerLease,
  releaseBackground,
  reportOutcomes,
  type LeasedDocument,
} from "@platen/contracts/internal";
import { ApiProblem, TransportError, type Transport } from "@platen/client";
import {
  backgroundJobsPerSlot,
  unpackBackgroundInput,
  type BackgroundJob,
  type BackgroundProducer,
  type DoneNote,
  type FeederLock,
} from "@platen/queue";
import type { RenderRequest } from "@platen/contracts";
import type { ServiceTokenSigner } from "@platen/service-tokens";
import { describeError, tracing, type Logger, type TraceCarrier } from "@platen/telemetry";
import type { RowReader } from "./batches/row-reader.ts";
import type { Metrics } from "./metrics.ts";
import { createServed, firstMeanMs, weightOfNewest } from "./served.ts";
import { createWakeablePause } from "./wakeable-pause.ts";

/** The catalog leases a document for so long. A document that is not done by then is leased again, by this courier or another. */
const leaseMs = 60_000;
/** The most bytes of data in the queue, beyond those of one document. */
const windowBytes = 64 * 1024 * 1024;
/** The most bytes of data that go to the queue in one call, beyond those of one document. */
const portionBytes = 1024 * 1024;
/** How often it looks while there is work, and while there was none the last time. A note wakes it sooner. */
const busyPauseMs = 100;
const idlePauseMs = 1_000;
/** How often the lock is renewed, or asked for. */
const lockIntervalMs = 2_000;
/** A worker that comes or goes is seen after this. */
const slotsKeptMs = 1_000;
/** A grant outlives its document's deadline by this, so that a late worker can still report. */
const grantGraceMs = 60_000;
const callTimeoutMs = 10_000;

const unreadable: Failure = {
  code: "unknown",
  message: "Platen could not read the stored data of the document. Send the request again.",
  retryable: false,
};

/** The lease of the lock: another courier feeds at most so long after the last one died, and one interval. */
export const lockLeaseMs = 7_000;

/** How long the documents that wait in the queue keep the slots busy: longer than it takes to feed more. */
const spareMs = 300;
/** The last document in the queue is done after this part of its time, where all take what the last ones took. */
const usedOfDeadline = 0.5;

/**
 * How many documents are in the queue at most: those that workers hold, so that no slot is empty, and spare ones, more of
 * documents that take little time. Fewer of slow documents, whose time would end before their turn.
 */
function windowOf(slots: number, meanMs: number, deadlineMs: number): { documents: number; spare: number } {
  const held = backgroundJobsPerSlot * slots;
  const spare = Math.max(2, Math.min(12 * slots, Math.ceil((slots * spareMs) / meanMs)));
  const inTime = Math.max(slots, Math.floor((slots * usedOfDeadline * deadlineMs) / meanMs));
  const documents = Math.min(held + spare, inTime);
  return { documents, spare: Math.max(0, documents - held) };
}

/** Splits documents, in their order, into portions of so many bytes. */
function portionsOf(documents: readonly LeasedDocument[]): LeasedDocument[][] {
  const portions: LeasedDocument[][] = [];
  let room = 0;
  for (const document of documents) {
    if (room <= 0) {
      portions.push([]);
      room = portionBytes;
    }
    portions.at(-1)?.push(document);
    room -= document.inputBytes;
  }
  return portions;
}

type Fed = { projectId: string; flow: string; inputBytes: number; endsAt: number };

/**
 * The trace to which the rendering of a document belongs: that of the request which made it. Each row of a batch has a trace
 * of its own that links to the request, because a trace of a million spans opens nowhere.
 */
function traceOf({
  documentId,
  projectId,
  requestId,
  row,
  trace: traceparent,
}: LeasedDocument): TraceCarrier | undefined {
  if (traceparent === undefined) return undefined;
  const span = tracing.open({
    name: "feed document",
    kind: "producer",
    ...(row ? { alsoFor: [{ traceparent }] } : { parent: { traceparent } }),
  });
  const trace = span?.run(() => tracing.carrier());
  span?.end({ fields: { documentId, projectId, requestId }, isFailed: false });
  return trace;
}

export type FeederDependencies = {
  catalog: Pick<Transport, "call">;
  producer: Pick<BackgroundProducer, "add" | "count" | "backgroundSlots">;
  lock: Pick<FeederLock, "hold">;
  tokens: Pick<ServiceTokenSigner, "grant">;
  rows: RowReader;
  metrics: Pick<Metrics, "setFeeding" | "setSlots" | "setDocumentSeconds" | "countFed">;
  /** Whether this process can do its work. */
  isSound: () => boolean;
  /** A look has failed, perhaps because of this process itself. */
  suspect: () => void;
  log: Pick<Logger, "info" | "warn">;
  /** Names this process in its leases. */
  courier: string;
  /** The time of a document from when it is fed. */
  deadlineMs: number;
  now?: () => number;
  monotonicNow?: () => number;
};

/**
 * Creates the feeder: it leases documents that are due and puts them into the background queue, never more than workers
 * will soon take. It keeps nothing that the catalog does not have: a document that is lost with it, with Redis or with a
 * worker is leased again when its lease ends.
 */
export function createFeeder(deps: FeederDependencies) {
  const { catalog, producer, lock, tokens, rows, metrics, isSound, suspect, log, courier, deadlineMs } = deps;
  const { now = Date.now, monotonicNow = () => performance.now() } = deps;
  const served = createServed({ now: monotonicNow });
  const servedFlows = createServed({ now: monotonicNow });
  const fed = new Map<string, Fed>();
  let slots = { count: 0, readAt: -Infinity };
  /** What a document takes of a slot: the mean of the last ones. */
  let meanMs: number | undefined;
  let lockedUntil = -Infinity;
  let lockAskedAt = -Infinity;

  async function holdsLock(): Promise<boolean> {
    if (!isSound()) {
      // Not renewed, the lock soon goes to a courier that can feed.
      lockedUntil = -Infinity;
      metrics.setFeeding(false);
      return false;
    }
    const at = monotonicNow();
    if (at - lockAskedAt >= lockIntervalMs) {
      lockAskedAt = at;
      const isHeld = await lock.hold();
      if (isHeld && lockedUntil < at) log.info("feeds background documents");
      lockedUntil = isHeld ? at + lockLeaseMs : -Infinity;
    }
    const isHeld = monotonicNow() < lockedUntil;
    metrics.setFeeding(isHeld);
    return isHeld;
  }

  async function backgroundSlots(): Promise<number> {
    const at = monotonicNow();
    if (at - slots.readAt >= slotsKeptMs) slots = { count: await producer.backgroundSlots(), readAt: at };
    metrics.setSlots(slots.count);
    return slots.count;
  }

  function leave(documentId: string, slotMs: number | undefined): void {
    const known = fed.get(documentId);
    if (!known) return;
    fed.delete(documentId);
    if (slotMs !== undefined) {
      meanMs = meanMs === undefined ? slotMs : meanMs + weightOfNewest * (slotMs - meanMs);
      metrics.setDocumentSeconds(meanMs / 1_000);
    }
    served.done(known.projectId, slotMs);
    servedFlows.done(known.flow, slotMs);
  }

  /** How much the queue has room for; undefined while half of the spare documents are there, or without workers. */
  async function room(): Promise<{ documents: number; inputBytes: number } | undefined> {
    const count = await backgroundSlots();
    if (count === 0) return undefined;
    const window = windowOf(count, meanMs ?? firstMeanMs, deadlineMs);
    const { waiting, active } = await producer.count();
    const documents = Math.min(window.documents - waiting - active, maxDocumentsPerLease);
    for (const [documentId, { endsAt }] of fed) if (endsAt <= monotonicNow()) leave(documentId, undefined);
    const inputBytes = [...fed.values()].reduce((left, one) => left - one.inputBytes, windowBytes);
    return documents < Math.max(1, window.spare / 2) || inputBytes <= 0 ? undefined : { documents, inputBytes };
  }

  function grantOf({ documentId, projectId, sourceId, keepSeconds, leasedUntil }: LeasedDocument): string {
    const claims = { documentId, projectId, sourceId, preview: false, keepSeconds, leasedUntil };
    return tokens.grant(claims, Math.ceil((deadlineMs + grantGraceMs) / 1_000));
  }

  /** Reads what a document is made from. An unreadable document fails, so that it does not hold up all others. */
  async function requestOf(document: LeasedDocument): Promise<RenderRequest | undefined> {
    const { documentId, projectId, row } = document;
    try {
      return row ? await rows.read(projectId, row) : await unpackBackgroundInput(document);
    } catch (error) {
      // The catalog is away, or the batch was cancelled meanwhile: neither is the document's fault.
      if (error instanceof TransportError || error instanceof ApiProblem) throw error;
      log.warn("cannot read the input of a document", { documentId, ...describeError(error) });
      const report = { documentId, grant: grantOf(document), status: "failed" as const, failure: unreadable };
      await catalog.call(reportOutcomes, { body: { reports: [report] } }, { timeoutMs: callTimeoutMs });
      return undefined;
    }
  }

  async function jobOf(document: LeasedDocument): Promise<BackgroundJob | undefined> {
    const { documentId, projectId, accountId, sourceId, requestId, createdAt, row } = document;
    const request = await requestOf(document);
    if (!request) return undefined;
    const fedAt = now();
    const trace = traceOf(document);
    return {
      documentId,
      projectId,
      accountId,
      sourceId,
      ...(row && { batchId: row.batchId }),
      requestId,
      // Every attempt makes the same bytes.
      request: { ...request, datedAt: createdAt },
      requestedAt: fedAt,
      deadlineAt: fedAt + deadlineMs,
      grant: grantOf(document),
      ...(trace && { trace }),
    };
  }

  function enter({ documentId, projectId, inputBytes, row }: LeasedDocument): void {
    // A document whose last lease ended may be fed again.
    leave(documentId, undefined);
    const flow = row?.batchId ?? projectId;
    fed.set(documentId, { projectId, flow, inputBytes, endsAt: monotonicNow() + leaseMs });
    served.fed(projectId);
    servedFlows.fed(flow);
    metrics.countFed();
  }

  async function add(jobs: ReadonlyMap<LeasedDocument, BackgroundJob>): Promise<void> {
    if (jobs.size === 0) return;
    await producer.add([...jobs.values()]);
    for (const document of jobs.keys()) enter(document);
  }

  /**
   * Feeds in the order of the lease. Hands back the documents that the queue does not take, and those from one on that
   * cannot be read now: a batch whose rows cannot be read holds up no document before it.
   */
  async function feedAll(documents: readonly LeasedDocument[]): Promise<void> {
    let fedCount = 0;
    try {
      for (const portion of portionsOf(documents)) {
        const jobs = new Map<LeasedDocument, BackgroundJob>();
        let readCount = 0;
        try {
          for (const document of portion) {
            const job = await jobOf(document);
            if (job) jobs.set(document, job);
            readCount += 1;
          }
        } finally {
          await add(jobs);
          fedCount += readCount;
        }
      }
    } catch (error) {
      const documentIds = documents.slice(fedCount).map(({ documentId }) => documentId);
      await catalog
        .call(releaseBackground, { body: { courier, documentIds } }, { timeoutMs: callTimeoutMs })
        // Their leases end by themselves.
        .catch(() => undefined);
      throw error;
    }
  }

  /** Looks once. Returns the time until the next look. */
  async function look(): Promise<number> {
    if (!(await holdsLock())) return lockIntervalMs;
    const free = await room();
    if (!free) return busyPauseMs;
    const body = {
      courier,
      ...free,
      served: served.list().map(({ id, ...time }) => ({ projectId: id, ...time })),
      servedFlows: servedFlows.list().map(({ id, ...time }) => ({ flow: id, ...time })),
    };
    const { documents } = await catalog.call(leaseBackground, { body }, { timeoutMs: callTimeoutMs });
    await feedAll(documents);
    return documents.length > 0 || fed.size > 0 ? busyPauseMs : idlePauseMs;
  }

  const { wake, pause } = createWakeablePause();
  const closing = new AbortController();
  let lookedAt = monotonicNow();
  let isFailing = false;

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      let pauseMs = idlePauseMs;
      try {
        pauseMs = await look();
        if (isFailing) log.info("feeds background documents again");
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.warn("cannot feed background documents, trying again", describeError(error));
        isFailing = true;
        suspect();
      }
      lookedAt = monotonicNow();
      await pause(pauseMs);
    }
  }

  return {
    look,
    run,

    /** A document is due, or may be. */
    due: wake,

    /** A worker has reported the outcome of a document. */
    done({ documentId, slotMs }: DoneNote): void {
      leave(documentId, slotMs);
      wake();
    },

    /** How long ago it looked last, in milliseconds. */
    silentMs: (): number => monotonicNow() - lookedAt,

    close(): void {
      closing.abort();
      wake();
    },
  };
}
