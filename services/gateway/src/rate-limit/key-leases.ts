/** A part of a key's allowance that was counted at once. */
export type Counted = {
  /** How many of the requests asked for are within the limit. */
  allowed: number;
  /** How many are left to all gateways together in this window. */
  remaining: number;
  /** When the window ends, in milliseconds since the epoch. */
  windowEndsAt: number;
};

type Lease = { size: number; left: number; remaining: number; takenAt: number; windowEndsAt: number };

/** A lease used up sooner than this was too small, and one that lasts longer than `slowMs` is not needed. */
const fastMs = 250;
const slowMs = 1_000;
/** No lease takes more than this share of what a key has left, so that little is lost when it is not used up. */
const largestShare = 1 / 100;
const maxKeys = 10_000;

/**
 * Counts requests by key through `count`, which asks a server that all gateways share. A key that is asked for often is
 * counted ahead, several requests at once, and these are then handed out here: all gateways together never allow more
 * than the limit, and one that leaves some of a lease unused allows so many less.
 */
export function createKeyLeases(count: (key: string, requests: number) => Promise<Counted>) {
  const leases = new Map<string, Lease>();
  const beingTaken = new Set<string>();

  function nextSize(lease: Lease | undefined, now: number): number {
    if (!lease || now >= lease.windowEndsAt) return 1;
    const lastedMs = now - lease.takenAt;
    const size = lastedMs < fastMs ? lease.size * 2 : lastedMs < slowMs ? lease.size : 1;
    return Math.max(1, Math.min(size, Math.floor(lease.remaining * largestShare)));
  }

  function remember(key: string, lease: Lease): void {
    if (leases.size >= maxKeys) leases.clear();
    leases.set(key, lease);
  }

  return {
    /** Takes one request; throws what `count` throws. */
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
