import { hash, verify } from "@node-rs/argon2";

/** Each running hash takes 19 MiB. In a burst of sign-ins the rest wait instead of taking more memory. */
const maxConcurrentHashes = 4;
/** argon2id is the library's default. Its const enum cannot be imported when modules are compiled one by one. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Creates a semaphore: `limit` tasks run at once, the others wait in order. */
function createSemaphore(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function withPermit<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The permit passes directly to the next waiting task, so that a new task cannot overtake it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and checks passwords with argon2id. */
export function createPasswords() {
  const withPermit = createSemaphore(maxConcurrentHashes);
  let decoy: Promise<string> | undefined;

  function hashPassword(password: string): Promise<string> {
    return withPermit(() => hash(password, options));
  }

  return {
    hash: hashPassword,
    /** Does the same work without a stored hash, so that the response time does not reveal whether an account exists. */
    async matches(storedHash: string | undefined, password: string): Promise<boolean> {
      decoy ??= hashPassword("no account has this password");
      const comparedHash = storedHash ?? (await decoy);
      const matches = await withPermit(() => verify(comparedHash, password));
      return storedHash !== undefined && matches;
    },
  };
}
