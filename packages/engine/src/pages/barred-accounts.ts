import type { Holder } from "@platen/contracts/holder";

/** For so long an account prints no documents that may ask much of the browser: they would do the same again. */
export const barredMs = 60_000;

/** The accounts of which a document kept a browser busy lately. They outlast that browser. */
export type BarredAccounts = {
  add(account: Holder): void;
  has(account: Holder): boolean;
};

export function createBarredAccounts(now = () => performance.now()): BarredAccounts {
  const until = new Map<Holder, number>();
  return {
    add(account) {
      for (const [barred, time] of until) if (time <= now()) until.delete(barred);
      until.set(account, now() + barredMs);
    },
    has: (account) => (until.get(account) ?? 0) > now(),
  };
}
