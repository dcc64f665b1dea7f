import { Problem } from "@platen/contracts";
import type { Holder } from "@platen/contracts/holder";
import { createFairRoom } from "@platen/http";

/** Reads of requests that wait, at this gateway and of one account. So they leave the catalog to other requests. */
const atOnce = 16;
const perAccount = 2;
const maxWaitMs = 10_000;
/** More than requests of an account may wait, all of which a lost note may wake. */
const maxWaiting = 400;

/** Lets requests that wait on purpose read, each read in a turn of its account: while they wait, they hold none. */
export type ReadTurns = {
  run<T>(holder: Holder, signal: AbortSignal, read: () => Promise<T>): Promise<T>;
};

export function createReadTurns(): ReadTurns {
  const turns = createFairRoom({
    total: atOnce,
    perHolder: perAccount,
    maxWaitMs,
    maxWaiting,
    refusal: (isOwnFault) =>
      new Problem(isOwnFault ? "rate.limited" : "dependency.unavailable", { retryAfterSeconds: 1 }),
  });
  return {
    async run(holder, signal, read) {
      const leave = await turns.take(holder, 1, signal);
      try {
        return await read();
      } finally {
        leave();
      }
    },
  };
}
