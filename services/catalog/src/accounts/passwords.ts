import { hash, verify } from "@node-rs/argon2";
import pLimit from "p-limit";

/** Each running hash takes 19 MiB. In a burst of sign-ins the rest wait instead of taking more memory. */
const maxConcurrentHashes = 4;
/** argon2id is the library's default. Its const enum cannot be imported when modules are compiled one by one. */
const options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export type Passwords = ReturnType<typeof createPasswords>;

/** Hashes and checks passwords with argon2id. */
export function createPasswords() {
  const limitHashing = pLimit(maxConcurrentHashes);
  let decoy: Promise<string> | undefined;

  function hashPassword(password: string): Promise<string> {
    return limitHashing(() => hash(password, options));
  }

  return {
    hash: hashPassword,
    /** Does the same work without a stored hash, so that the response time does not reveal whether an account exists. */
    async matches(storedHash: string | undefined, password: string): Promise<boolean> {
      decoy ??= hashPassword("no account has this password");
      const comparedHash = storedHash ?? (await decoy);
      const matches = await limitHashing(() => verify(comparedHash, password));
      return storedHash !== undefined && matches;
    },
  };
}
