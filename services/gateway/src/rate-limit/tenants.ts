import type { Tenant } from "@platen/contracts/internal";

const maxCredentials = 10_000;
/** A project may pass to another account meanwhile. */
const keptMs = 10 * 60_000;

/**
 * Remembers to whom credentials belong, for what callers share: turns, space, rates. It opens nothing: the catalog checks
 * the credential of every request.
 */
export type Tenants<Found> = {
  /** To whom a credential belongs. Requests of one credential that come at once share one `find`. */
  of(credential: string, find: () => Promise<Found>): Promise<Found>;
  forget(credential: string): void;
};

export type ProjectTenants = Tenants<Tenant>;

export function createTenants<Found>(): Tenants<Found> {
  const known = new Map<string, { found: Promise<Found>; at: number }>();
  return {
    of(credential, find) {
      const remembered = known.get(credential);
      if (remembered && performance.now() - remembered.at < keptMs) return remembered.found;
      if (known.size >= maxCredentials) known.clear();
      const found = find();
      known.set(credential, { found, at: performance.now() });
      found.catch(() => known.delete(credential));
      return found;
    },
    forget: (credential) => void known.delete(credential),
  };
}
