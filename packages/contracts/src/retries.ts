/**
 * How often Platen tries again, and after which waits. They work one inside the other: the engine within an attempt, the
 * queue within the deadline of a caller, the catalog over minutes for documents that no caller waits for.
 */
export const retries = {
  /**
   * The engine prints a document again after so many crashes: another document may have caused them. After that, the
   * document goes back to the queue, and maybe to another worker.
   */
  crashes: 2,
  /**
   * Attempts of workers at a document: after three failures the document itself is the cause. While the catalog is away, which
   * tells nothing about the document, the attempts of the queue count alone.
   */
  renders: 3,
  /**
   * Attempts at a job of the queue, the first one included. The waits between interactive ones double: 6.2 s in all, within
   * the deadline of a caller. A failed background document is tried again by a new job.
   */
  jobs: { interactive: 6, background: 1, firstWaitMs: 200 },
  /** How often a job may lose its worker, which died or hung. After that, the document counts as the cause. */
  stalled: 2,
  /**
   * The waits before a document that no caller waits for is tried again, in seconds, longer than a worker holds a job. After
   * them its failure is final.
   */
  backgroundWaits: [5, 30, 180, 600],
  /** The waits before the next attempt at a message, in seconds, those of Standard Webhooks: ten attempts in 76 hours. */
  webhookWaits: [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400],
} as const;
