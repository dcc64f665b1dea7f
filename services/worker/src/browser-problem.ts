import type { BrowserHealth } from "@platen/engine";

/** A browser that is silent is ended and replaced within half of this. */
const silentTooLongMs = 30_000;

/** Why the worker had better be started anew for its browser's sake: it is silent, and was not to be replaced. */
export function browserProblem({ silentMs }: Pick<BrowserHealth, "silentMs">): string | undefined {
  if (silentMs < silentTooLongMs) return undefined;
  return `The browser has not answered for ${Math.round(silentMs / 1_000)} s and could not be ended: restart the worker.`;
}
