import { Problem } from "@platen/contracts";
import type { Logger } from "@platen/telemetry";

/** What may be sealed with a key that a catalog lacks. */
export const sealedKinds = ["webhooks", "kept_requests", "waiting_data"] as const;
export type SealedKind = (typeof sealedKinds)[number];

export type CountUnopened = (kind: SealedKind, values: number) => void;

/** Creates the function that counts values which no key opens, and logs what to do. */
export function createCountUnopened(options: { count: CountUnopened; logger: Pick<Logger, "warn"> }): CountUnopened {
  const { count, logger } = options;
  return (kind, values) => {
    count(kind, values);
    logger.warn("cannot open sealed values: bring back the SECRETS_KEY that sealed them", { kind, values });
  };
}

/** The problem of a caller who asks for something that no key opens. `what` begins the sentence. */
export function keyMissing(what: string): Problem {
  const message = `${what} was sealed with another SECRETS_KEY. The operator can bring that key back.`;
  return new Problem("dependency.unavailable", { message, retryAfterSeconds: 60 });
}
