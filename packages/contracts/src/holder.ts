import { idPrefixes } from "./ids.ts";

declare const isHolder: unique symbol;

/**
 * For whom something is held, counted or taken in turns that callers share. One account has many projects and many keys,
 * so a holder is made from an account, from the network of a stranger or from the address of a receiver, and from no
 * project: the functions of this file alone make one.
 */
export type Holder = string & { readonly [isHolder]: true };

/** The account of projects that have no owner's account any more. They count as the projects of one account. */
export const ownerlessAccount = `${idPrefixes.account}_${"0".repeat(26)}`;

/** Tells whether an id is one of an account, by its prefix. */
export function isAccountId(id: string): boolean {
  return id.startsWith(`${idPrefixes.account}_`);
}

// A brand exists for the compiler alone.
const named = (name: string) => name as Holder;

/**
 * The holder that an account is. `share` names a part of its own, beside which the account's other requests have theirs.
 * Throws for an id of anything else.
 */
export function accountHolder(accountId: string, share?: "previews" | "templates"): Holder {
  if (!isAccountId(accountId)) throw new TypeError("a holder must be an account");
  return named(share === undefined ? accountId : `${accountId} ${share}`);
}

/** The holder that all strangers of a network are: an IPv4 address, or the /64 of an IPv6 address. */
export function networkHolder(network: string): Holder {
  return named(`network ${network}`);
}

/**
 * The holder that a key or session is, by its hash. It counts beside its account and never instead of it: one account has
 * many keys.
 */
export function credentialHolder(hash: string): Holder {
  return named(`credential ${hash}`);
}

/** The holder that a receiver of webhooks is: the address that is called, whatever its names are. */
export function receiverHolder(address: string): Holder {
  return named(`receiver ${address}`);
}

/** The holder of work that the service does for itself, or for all accounts together. */
export function serviceHolder(work: "background" | "calls" | "canary" | "prints"): Holder {
  return named(`service ${work}`);
}
