import { waitFor, type RunningService } from "@platen/testing";

/** A worker's attempt at a document, by its log; the times in milliseconds since the epoch. */
export type Attempt = { worker: string; startedAt: number; endedAt: number; failureCode: string | undefined };

function loggedAttempts(documentId: string | undefined, workers: readonly RunningService[]): Attempt[] {
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

/**
 * All attempts at a document that have ended, in the order they were begun; `atLeast` are waited for, as a worker answers
 * before it writes its log. Those that are missing after a while are for a figure to tell.
 */
export async function attemptsAt(
  documentId: string | undefined,
  workers: readonly RunningService[],
  atLeast: number,
): Promise<Attempt[]> {
  const areLogged = () => loggedAttempts(documentId, workers).length >= atLeast;
  await waitFor(areLogged, { timeoutMs: 15_000, describe: "the workers' logs" }).catch(() => undefined);
  return loggedAttempts(documentId, workers);
}
