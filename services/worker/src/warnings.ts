import { blockedKinds, resourceBlocked, type Blocked, type BlockedKind, type Warning } from "@platen/contracts";
import type { Refused } from "@platen/engine";

/** More than anybody reads; a document may ask thousands of hosts. */
const maxWarnings = 20;
/** No name of a host is longer. */
const maxHostLength = 253;

/** By the browser's word for what a request is for. */
const kinds = new Map<string, BlockedKind>([
  ["Image", "image"],
  ["Stylesheet", "stylesheet"],
  ["Font", "font"],
  ["Document", "frame"],
  ["Media", "media"],
  ["TextTrack", "media"],
  ["Script", "script"],
]);

/** Undefined for those whose hosts were too many to count each. */
function hostOf({ scheme, host }: Refused): string | undefined {
  if (host !== "") return host.slice(0, maxHostLength);
  // An address of these has a host.
  if (["", "http", "https"].includes(scheme)) return undefined;
  return `${scheme.slice(0, maxHostLength - 1)}:`;
}

function byKindAndHost(refused: readonly Refused[]): Blocked[] {
  const blocked = new Map<string, Blocked>();
  for (const one of refused) {
    const kind = kinds.get(one.resource) ?? "other";
    const host = hostOf(one);
    const key = `${kind} ${host ?? ""}`;
    const known = blocked.get(key);
    if (known) known.count += one.count;
    else blocked.set(key, { kind, host, count: one.count });
  }
  return [...blocked.values()];
}

/** The browser asks in no certain order; equal documents are told the same. */
function mostFirst(one: Blocked, other: Blocked): number {
  const byKind = blockedKinds.indexOf(one.kind) - blockedKinds.indexOf(other.kind);
  return other.count - one.count || byKind || ((one.host ?? "") < (other.host ?? "") ? -1 : 1);
}

function summedUp(rest: readonly Blocked[]): Blocked {
  const [kind = "other", ...otherKinds] = new Set(rest.map((one) => one.kind));
  const count = rest.reduce((sum, one) => sum + one.count, 0);
  return { kind: otherKinds.length > 0 ? "other" : kind, host: undefined, count };
}

/** Makes what a document's caller is told of the requests that were refused. Of addresses it names the hosts alone. */
export function warningsOf(refused: readonly Refused[]): Warning[] {
  const all = byKindAndHost(refused).toSorted(mostFirst);
  if (all.length <= maxWarnings) return all.map(resourceBlocked);
  const told = all.slice(0, maxWarnings - 1);
  return [...told, summedUp(all.slice(maxWarnings - 1))].map(resourceBlocked);
}
