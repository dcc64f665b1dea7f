import { Problem } from "@platen/contracts";
import { callerHungUp } from "../bodies/caller-hung-up.ts";

/** For so long a request may bring nothing of its rows. */
const stalledMs = 10_000;

/**
 * Creates the reader of a body's pieces. It throws at once when the caller hangs up, and when it has waited for so long
 * without a call of `noteProgress`: a body that goes on for its own sake keeps out others. The time in which it waits for
 * no piece does not count.
 */
export function createPieceReader(
  body: AsyncIterable<Uint8Array>,
  { signal, maxMs = stalledMs }: { signal: AbortSignal; maxMs?: number },
) {
  const pieces = body[Symbol.asyncIterator]();
  let waitedMs = 0;
  let refuse: ((problem: Problem) => void) | undefined;
  signal.addEventListener("abort", () => refuse?.(callerHungUp()), { once: true });

  return {
    /** Resolves to the next piece, or to undefined at the end of the body. */
    async next(): Promise<Uint8Array | undefined> {
      if (signal.aborted) throw callerHungUp();
      const startedAt = performance.now();
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array | undefined>();
      refuse = reject;
      const timer = setTimeout(() => reject(stalled(maxMs)), maxMs - waitedMs);
      pieces.next().then(({ done, value }) => resolve(done === true ? undefined : value), reject);
      try {
        return await promise;
      } finally {
        clearTimeout(timer);
        waitedMs += performance.now() - startedAt;
      }
    },

    noteProgress(): void {
      waitedMs = 0;
    },

    /** Frees what the body holds, such as its decompressor, once no piece is waited for. */
    close(): void {
      void pieces.return?.().catch(() => undefined);
    },
  };
}

function stalled(maxMs: number): Problem {
  const message = `The request has brought no row for ${maxMs / 1_000} seconds. Send the rows that you have, then the others with a further request from \`Row-Offset\` on.`;
  return new Problem("request.invalid", { message });
}
