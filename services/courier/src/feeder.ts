import type { Transport } from "@platen/client";
import { leaseBackground, releaseBackground, type LeasedDocument } from "@platen/contracts/internal";
import type { BackgroundJob, BackgroundProducer, DoneNote } from "@platen/queue";
import { describeError, type Logger } from "@platen/telemetry";
import { createFedDocuments } from "./fed-documents.ts";
import { createHoldsLock, lockIntervalMs, type HoldsLockDependencies } from "./holds-lock.ts";
import type { Metrics } from "./metrics.ts";
import { createQueueRoom } from "./queue-room.ts";
import { createReadJob, type ReadJobDependencies } from "./read-job.ts";
import { createWakeablePause } from "./wakeable-pause.ts";

/** The most bytes of data that go to the queue in one call, beyond those of one document. */
const portionBytes = 1024 * 1024;
/** How often it looks while there is work, and while there was none the last time. A note wakes it sooner. */
const busyPauseMs = 100;
const idlePauseMs = 1_000;
const callTimeoutMs = 10_000;

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

export type FeederDependencies = Omit<HoldsLockDependencies & ReadJobDependencies, "now" | "monotonicNow"> & {
  catalog: Pick<Transport, "call">;
  producer: Pick<BackgroundProducer, "add" | "count" | "backgroundSlots">;
  metrics: Pick<Metrics, "setFeeding" | "setSlots" | "setDocumentSeconds" | "countFed">;
  /** A look has failed, perhaps because of this process itself. */
  suspect: () => void;
  log: Pick<Logger, "info" | "warn">;
  /** Names this process in its leases. */
  courier: string;
  now?: () => number;
  monotonicNow?: () => number;
};

/**
 * Creates the feeder: it leases documents that are due and puts them into the background queue, never more than workers
 * will soon take. It keeps nothing that the catalog does not have: a document that is lost with it, with Redis or with a
 * worker is leased again when its lease ends.
 */
export function createFeeder(given: FeederDependencies) {
  const { now = Date.now, monotonicNow = () => performance.now() } = given;
  const deps = { ...given, now, monotonicNow };
  const { catalog, producer, suspect, log, courier } = deps;
  const fed = createFedDocuments(deps);
  const holdsLock = createHoldsLock(deps);
  const room = createQueueRoom({ ...deps, fed });
  const readJob = createReadJob(deps);

  async function add(jobs: ReadonlyMap<LeasedDocument, BackgroundJob>): Promise<void> {
    if (jobs.size === 0) return;
    await producer.add([...jobs.values()]);
    for (const document of jobs.keys()) fed.enter(document);
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
            const job = await readJob(document);
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
    const body = { courier, ...free, ...fed.servedLately() };
    const { documents } = await catalog.call(leaseBackground, { body }, { timeoutMs: callTimeoutMs });
    await feedAll(documents);
    return documents.length > 0 || !fed.isEmpty() ? busyPauseMs : idlePauseMs;
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
      fed.leave(documentId, slotMs);
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
