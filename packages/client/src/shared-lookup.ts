import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";

/** Long enough that a request which follows one that waited for a slow name server need not wait too. */
const keptMs = 2_000;

const answers = new Map<string, Promise<LookupAddress[]>>();

/**
 * Looks a name up as Node does, but once for all connections that need it at the same time. Node looks up two names at a
 * time: while a name server takes seconds, the look-ups of many connections would wait for each other for longer than any
 * of them may take.
 */
export const sharedLookup: LookupFunction = (hostname, options, callback) => {
  const { family = 0, hints = 0, all: wantsAll } = options;
  const key = `${hostname} ${family} ${hints}`;
  let answer = answers.get(key);
  if (!answer) {
    const forget = () => answers.delete(key);
    answer = lookup(hostname, { ...options, all: true });
    answers.set(key, answer);
    answer.then(() => setTimeout(forget, keptMs).unref(), forget);
  }
  answer.then(
    (addresses) => {
      const [first] = addresses;
      if (wantsAll || !first) callback(null, addresses);
      else callback(null, first.address, first.family);
    },
    (error: NodeJS.ErrnoException) => callback(error, []),
  );
};
