import type { RunningService } from "@platen/testing";
import { z } from "zod";
import type { Answer } from "../load/caller.ts";

/** One try of a worker at a document, as it logged it; times are milliseconds since the epoch. */
type Attempt = { documentId: string; startedAt: number; wasRendered: boolean };

const line = z.object({
  message: z.literal("document"),
  documentId: z.string(),
  timestamp: z.string(),
  durationMs: z.number(),
  failureCode: z.string().optional(),
});

/** All tries of these workers so far. */
function attemptsOf(workers: readonly RunningService[]): Attempt[] {
  return workers.flatMap((worker) =>
    worker.logs().flatMap((logged) => {
      const { data } = line.safeParse(logged);
      if (!data) return [];
      const { documentId, timestamp, durationMs, failureCode } = data;
      return [{ documentId, startedAt: Date.parse(timestamp) - durationMs, wasRendered: failureCode === undefined }];
    }),
  );
}

/** A time of `performance.now()` in milliseconds since the epoch. */
function clock(at: number): number {
  return performance.timeOrigin + at;
}

/**
 * The documents rendered for nobody, of those begun since `since` (on the clock of `performance.now()`): their caller
 * had left or been refused by then, or had the document already.
 */
export function renderedForNobody(
  workers: readonly RunningService[],
  answers: readonly Answer[],
  since: number,
): number {
  const answeredAt = new Map(
    answers.flatMap(({ status, documentId, answeredAt: at }) =>
      status === 200 && documentId !== undefined ? [[documentId, clock(at)] as const] : [],
    ),
  );
  return attemptsOf(workers).filter(
    ({ documentId, startedAt, wasRendered }) =>
      wasRendered && startedAt > clock(since) && startedAt > (answeredAt.get(documentId) ?? -Infinity),
  ).length;
}
