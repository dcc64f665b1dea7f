import { waitFor, type RunningService } from "@platen/testing";
import { z } from "zod";
import type { Answer } from "../load/caller.ts";

/** A worker's attempt at a document, as the worker logged it; times are milliseconds since the epoch. */
type Attempt = {
  documentId: string;
  worker: string;
  startedAt: number;
  endedAt: number;
  failureCode: string | undefined;
};

const line = z.object({
  message: z.literal("document"),
  documentId: z.string(),
  timestamp: z.string(),
  durationMs: z.number(),
  failureCode: z.string().optional(),
});

/** The attempts that a worker has logged. */
export function attemptsBy(worker: RunningService): Attempt[] {
  return loggedAttempts([worker]);
}

/** The attempts that these workers have logged, in the order of their starts. */
function loggedAttempts(workers: readonly RunningService[]): Attempt[] {
  const attempts = workers.flatMap((worker) =>
    worker.logs().flatMap((logged) => {
      const { data } = line.safeParse(logged);
      if (!data) return [];
      const { documentId, timestamp, durationMs, failureCode } = data;
      const endedAt = Date.parse(timestamp);
      return [{ documentId, worker: worker.name, startedAt: endedAt - durationMs, endedAt, failureCode }];
    }),
  );
  return attempts.toSorted((a, b) => a.startedAt - b.startedAt);
}

/**
 * All attempts at a document that have ended. Waits for `atLeast` attempts, because a worker answers before it writes its
 * log; attempts that are missing after a while are left to a figure.
 */
export async function attemptsAt(
  documentId: string | undefined,
  workers: readonly RunningService[],
  atLeast: number,
): Promise<Attempt[]> {
  const own = () => loggedAttempts(workers).filter((attempt) => attempt.documentId === documentId);
  const areLogged = () => own().length >= atLeast;
  await waitFor(areLogged, { timeoutMs: 15_000, describe: "the workers' logs" }).catch(() => undefined);
  return own();
}

/** A time of `performance.now()` in milliseconds since the epoch. */
function epochMs(at: number): number {
  return performance.timeOrigin + at;
}

/**
 * Counts the renders in vain that began after `since` (on the clock of `performance.now()`): `unanswered`, because the
 * caller had hung up or was refused, and `repeated`, because the caller had the document already.
 */
export function countRenderedInVain(
  workers: readonly RunningService[],
  answers: readonly Answer[],
  since: number,
): { unanswered: number; repeated: number } {
  const answeredAt = new Map(
    answers.flatMap(({ status, documentId, answeredAt: at }) =>
      status === 200 && documentId !== undefined ? [[documentId, epochMs(at)] as const] : [],
    ),
  );
  const later = loggedAttempts(workers).filter(
    ({ startedAt, failureCode }) => failureCode === undefined && startedAt > epochMs(since),
  );
  return {
    unanswered: later.filter(({ documentId }) => !answeredAt.has(documentId)).length,
    repeated: later.filter(({ documentId, startedAt }) => startedAt > (answeredAt.get(documentId) ?? Infinity)).length,
  };
}
