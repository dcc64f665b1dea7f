import { hash, verify } from "@node-rs/argon2";

/** Each hash in progress holds 19 MiB; a burst of sign-ins waits instead of taking the memory. */
const hashesAtOnce = 4;
/** argon2id, which is the library's default; its enum cannot be named where modules are compiled one by one. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Lets `limit` pieces of work run at once; the others wait for their turn. */
function createTurns(limit: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= limit) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The turn is handed over, so that nobody who comes just now slips in before those who wait.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and checks passwords with argon2id. */
export function createPasswords() {
  const inTurn = createTurns(hashesAtOnce);
  let decoy: Promise<string> | undefined;

  function hashPassword(password: string): Promise<string> {
    return inTurn(() => hash(password, options));
  }

  return {
    hash: hashPassword,
    /** Takes the same work with no stored hash, so that time does not tell whether an account exists. */
    async matches(storedHash: string | undefined, password: string): Promise<boolean> {
      decoy ??= hashPassword("no account has this password");
      const comparedHash = storedHash ?? (await decoy);
      const matches = await inTurn(() => verify(comparedHash, password));
      return storedHash !== undefined && matches;
    },
  };
}
