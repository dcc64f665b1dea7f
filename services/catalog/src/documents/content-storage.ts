import { isProblem, Problem } from "@platen/contracts";
import type { MarkedStorage } from "@platen/storage";
import type { StorageWatch } from "./storage-watch.ts";

/** A failure of the storage that may pass is tried again after this. */
export const retryAfterSeconds = 1;

/** Callers learn that a part of Platen is away; workers, that it is the storage and not the database. */
type StorageProblem = "dependency.unavailable" | "storage.unavailable";

type ContentStorageDependencies = {
  storage: MarkedStorage | undefined;
  watch: Pick<StorageWatch, "suspect">;
  countFailure: () => void;
};

/** Creates the access to the storage of PDFs, of which an installation may have none. */
export function createContentStorage({ storage, watch, countFailure }: ContentStorageDependencies) {
  function orRefusal(code: StorageProblem = "dependency.unavailable"): MarkedStorage {
    if (storage) return storage;
    const message = "This installation keeps no PDFs: the catalog has no STORAGE_URL.";
    throw new Problem(code, { message, retryAfterSeconds: 60 });
  }

  /** Runs work on the storage. Its failure is a problem that may pass. */
  async function run<T>(work: (storage: MarkedStorage) => Promise<T>, code?: StorageProblem): Promise<T> {
    const found = orRefusal(code);
    try {
      return await work(found);
    } catch (cause) {
      if (isProblem(cause)) throw cause;
      countFailure();
      watch.suspect();
      throw new Problem(code ?? "dependency.unavailable", { retryAfterSeconds, cause });
    }
  }

  return {
    /** Throws the problem of an installation that keeps no PDFs. */
    refuseWithout(code?: StorageProblem): void {
      orRefusal(code);
    },
    run,
  };
}

export type ContentStorage = ReturnType<typeof createContentStorage>;
