import type { LookupAddress, LookupOptions } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { callbackify } from "node:util";

const answers = new Map<string, Promise<LookupAddress[]>>();

const lookUpOnce = callbackify((hostname: string, options: LookupOptions): Promise<LookupAddress[]> => {
  const { family = 0, hints = 0 } = options;
  const key = `${hostname} ${family} ${hints}`;
  const known = answers.get(key);
  if (known) return known;
  const answer = lookup(hostname, { ...options, all: true });
  answers.set(key, answer);
  const askedAt = performance.now();
  const forget = () => answers.delete(key);
  answer.then(() => setTimeout(forget, performance.now() - askedAt).unref(), forget);
  return answer;
});

/**
 * Looks a name up as Node does, but once for all connections that need it at the same time, or soon after: the answer is
 * kept for as long as it took. Node looks up two names at a time. While a name server takes seconds, the look-ups of many
 * connections would wait for each other for longer than any of them may take.
 */
export const sharedLookup: LookupFunction = (hostname, options, callback) => {
  lookUpOnce(hostname, options, (error, addresses) => {
    const [first] = error ? [] : addresses;
    if (options.all || !first) callback(error, error ? [] : addresses);
    else callback(error, first.address, first.family);
  });
};
