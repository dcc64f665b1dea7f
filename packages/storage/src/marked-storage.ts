import { checkStorage, describeStep } from "./check-storage.ts";
import { WrongStorageError } from "./wrong-storage-error.ts";
import type { Storage } from "./storage.ts";

/** A storage that refuses its work while it lacks the mark of its installation. */
export type MarkedStorage = Storage & {
  /** Throws unless the storage has the mark of the installation. */
  verify(): Promise<void>;
  /** Verifies the mark, then writes, reads and deletes an object. Its errors tell what failed and how to mend it. */
  check(name?: string): Promise<void>;
};

const failsTo = (step: string) => (cause: unknown) => {
  throw describeStep(step, cause);
};

/**
 * Guards a storage against the folder below a volume that is not mounted, a bucket that was made again, and the storage of
 * another installation. Objects are written, deleted and missing only where the mark is.
 */
export function createMarkedStorage(
  storage: Storage,
  options: {
    /** Tells the id that the installation knows. The first time that it has a storage, this marks it. */
    ownId: (storage: Storage) => Promise<string>;
    /** Called after each look that has found out whether the storage has the mark. */
    onLook?: (isRight: boolean) => void;
    now?: () => number;
  },
): MarkedStorage {
  const { ownId, onLook, now = Date.now } = options;
  const described: Storage = {
    ...storage,
    readMark: () => storage.readMark().catch(failsTo("read its mark")),
    writeMark: (id) => storage.writeMark(id).catch(failsTo("write its mark")),
  };
  let known: string | undefined;
  let rightUntil = 0;
  let looking: Promise<void> | undefined;
  /** A folder may be unmounted in an instant. A bucket is looked at while it is written to: its calls may take long. */
  const mayVanish = storage.markHoldsMs === 0;

  async function look(): Promise<void> {
    const lookedAt = now();
    try {
      // Another look may forget it meanwhile.
      const own = known ?? (await ownId(described));
      known = own;
      const found = await described.readMark();
      if (found !== own) throw WrongStorageError.ofMark(found);
      rightUntil = lookedAt + storage.markHoldsMs;
      onLook?.(true);
    } catch (error) {
      // An operator may let the installation adopt another storage.
      known = undefined;
      rightUntil = 0;
      if (error instanceof WrongStorageError) onLook?.(false);
      throw error;
    }
  }

  function verify(): Promise<void> {
    if (now() < rightUntil) return Promise.resolve();
    if (mayVanish) return look();
    // Those who come at once share a look, and its time.
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    ...storage,
    verify,

    async check(name) {
      await look();
      await checkStorage(storage, name);
    },

    async put(key, content) {
      const looked = verify();
      // Its error is thrown below.
      looked.catch(() => undefined);
      if (mayVanish) await looked;
      await storage.put(key, content);
      try {
        await (mayVanish ? look() : looked);
      } catch (error) {
        await storage.delete(key).catch(() => undefined);
        throw error;
      }
    },

    async read(key, range) {
      const bytes = await storage.read(key, range);
      if (bytes) return bytes;
      await look();
      // It may have come back just before the look.
      return storage.read(key, range);
    },

    async delete(key) {
      await verify();
      await storage.delete(key);
    },
  };
}
