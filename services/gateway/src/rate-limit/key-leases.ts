/** A part of a key's limit, counted in one call. */
export type Counted = {
  /** How many of the requests are within the limit. */
  allowed: number;
  /** How many all gateways together have left in this window. */
  remaining: number;
  /** When the window ends, in milliseconds since the epoch. */
  windowEndsAt: number;
};

type Lease = { size: number; left: number; remaining: number; takenAt: number; windowEndsAt: number };

/** A lease that is used up sooner than this was too small. A lease that lasts longer than `slowMs` is not needed. */
const fastMs = 250;
const slowMs = 1_000;
/** The maximum share of a key's remaining requests in one lease, so that an unused lease wastes little. */
const maxShare = 1 / 100;
const maxKeys = 10_000;

/**
 * Counts requests by key through `count`, which asks a server that all gateways share. For a busy key it leases several
 * requests in one call and hands them out here. All gateways together never allow more than the limit; requests of a
 * lease that are not used are lost.
 */
export function createKeyLeases(count: (key: string, requests: number) => Promise<Counted>) {
  const leases = new Map<string, Lease>();
  const beingTaken = new Set<string>();

  function nextSize(lease: Lease | undefined, now: number): number {
    if (!lease || now >= lease.windowEndsAt) return 1;
    const lastedMs = now - lease.takenAt;
    const size = lastedMs < fastMs ? lease.size * 2 : lastedMs < slowMs ? lease.size : 1;
    return Math.max(1, Math.min(size, Math.floor(lease.remaining * maxShare)));
  }

  function remember(key: string, lease: Lease): void {
    if (leases.size >= maxKeys) leases.clear();
    leases.set(key, lease);
  }

  return {
    /** Takes one request; throws the error of `count`. */
    async take(key: string): Promise<{ isAllowed: boolean; remaining: number; windowEndsAt: number }> {
      const now = Date.now();
      const lease = leases.get(key);
      if (lease && lease.left > 0 && now < lease.windowEndsAt) {
        lease.left -= 1;
        return { isAllowed: true, remaining: lease.remaining + lease.left, windowEndsAt: lease.windowEndsAt };
      }
      if (beingTaken.has(key)) {
        const { allowed, remaining, windowEndsAt } = await count(key, 1);
        return { isAllowed: allowed > 0, remaining, windowEndsAt };
      }
      const size = nextSize(lease, now);
      beingTaken.add(key);
      try {
        const { allowed, remaining, windowEndsAt } = await count(key, size);
        const left = Math.max(0, allowed - 1);
        remember(key, { size, left, remaining, takenAt: now, windowEndsAt });
        return { isAllowed: allowed > 0, remaining: remaining + left, windowEndsAt };
      } finally {
        beingTaken.delete(key);
      }
    },
  };
}
