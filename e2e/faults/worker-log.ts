import type { RunningService } from "@platen/testing";

/** A worker's attempt at a document, by its log; the times in milliseconds since the epoch. */
export type Attempt = { worker: string; startedAt: number; endedAt: number; failureCode: string | undefined };

/** All attempts at a document that have ended, in the order they were begun. */
export function attemptsAt(documentId: string, workers: readonly RunningService[]): Attempt[] {
  const attempts = workers.flatMap((worker) =>
    worker
      .logs()
      .filter((line) => line["message"] === "document" && line["documentId"] === documentId)
      .map((line) => {
        const endedAt = Date.parse(String(line["timestamp"]));
        const { failureCode } = line;
        return {
          worker: worker.name,
          startedAt: endedAt - Number(line["durationMs"]),
          endedAt,
          failureCode: typeof failureCode === "string" ? failureCode : undefined,
        };
      }),
  );
  return attempts.toSorted((a, b) => a.startedAt - b.startedAt);
}
