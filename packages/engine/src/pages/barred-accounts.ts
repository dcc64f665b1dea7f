/** For so long an account prints no documents that may ask much of the browser: they would do the same again. */
export const barredMs = 60_000;

/** The accounts of which a document kept a browser busy lately. They outlast that browser. */
export type BarredAccounts = {
  add(accountId: string): void;
  has(accountId: string): boolean;
};

export function createBarredAccounts(now = () => performance.now()): BarredAccounts {
  const until = new Map<string, number>();
  return {
    add(accountId) {
      for (const [barred, time] of until) if (time <= now()) until.delete(barred);
      until.set(accountId, now() + barredMs);
    },
    has: (accountId) => (until.get(accountId) ?? 0) > now(),
  };
}
