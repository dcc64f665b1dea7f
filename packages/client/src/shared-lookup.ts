import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";

/** A name server that takes longer may be gone. */
const patienceMs = 1_000;
/** An address may belong to another server after a while. */
const maxStaleMs = 3_600_000;

/** Answers that look-ups share. */
const shared = new Map<string, Promise<LookupAddress[]>>();
/** The last answer for each name, and when it came. */
const last = new Map<string, { addresses: LookupAddress[]; at: number }>();

/** The answer, or the last one while the name server fails or is late. If it knows no such name, it has not failed. */
function answerOrLast(answer: Promise<LookupAddress[]>, lastAddresses: LookupAddress[]): Promise<LookupAddress[]> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, patienceMs, lastAddresses).unref();
    answer
      .finally(() => clearTimeout(timer))
      .then(resolve, (error: NodeJS.ErrnoException) => {
        if (error.code === "ENOTFOUND") reject(error);
        else resolve(lastAddresses);
      });
  });
}

const lookUpOnce = callbackify((hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
  const { family = 0, hints = 0 } = options;
  const key = `${hostname} ${family} ${hints}`;
  const known = shared.get(key);
  if (known) return known;
  const askedAt = performance.now();
  const answer = lookup(hostname, { ...options, all: true });
  const before = last.get(key);
  const usable = before && askedAt - before.at < maxStaleMs ? answerOrLast(answer, before.addresses) : answer;
  shared.set(key, usable);
  const forget = () => shared.delete(key);
  const keep = (addresses: LookupAddress[]) => {
    const at = performance.now();
    last.set(key, { addresses, at });
    shared.set(key, answer);
    setTimeout(forget, at - askedAt).unref();
  };
  answer.then(keep, forget);
  return usable;
});

/**
 * Looks a name up as Node does, but once for all connections that need it at the same time, or soon after: the answer is
 * kept for as long as it took. Node looks up two names at a time. While a name server takes seconds, the look-ups of many
 * connections would wait for each other for longer than any of them may take.
 *
 * If the name server fails or takes more than a second, it gives the last addresses of the name, for an hour (RFC 8767).
 */
export const sharedLookup: LookupFunction = (hostname, options, callback) => {
  lookUpOnce(hostname, options, (error, addresses) => {
    const [first] = error ? [] : addresses;
    if (options.all || !first) callback(error, error ? [] : addresses);
    else callback(error, first.address, first.family);
  });
};
