import { Problem } from "@platen/contracts";
import { createFairRoom } from "@platen/http";

/** Requests with rows that a gateway receives at a time, and of one account. Each holds a few megabytes. */
const atOnce = 12;
const perAccount = 3;
const maxWaitMs = 10_000;
const maxWaiting = 20;

/** Creates the turns of requests that bring rows. */
export function createUploadTurns() {
  return createFairRoom({
    total: atOnce,
    perHolder: perAccount,
    maxWaitMs,
    maxWaiting,
    refusal: (isOwnFault) =>
      isOwnFault
        ? new Problem("rate.limited", {
            message: `The account sends rows with too many requests at once: Platen receives ${perAccount} at a time. Wait the seconds in \`Retry-After\`, then send fewer at a time.`,
            retryAfterSeconds: 1,
          })
        : new Problem("dependency.unavailable", { retryAfterSeconds: 1 }),
  });
}

export type UploadTurns = ReturnType<typeof createUploadTurns>;
