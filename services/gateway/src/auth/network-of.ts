import ipaddr from "ipaddr.js";

/**
 * The network by which callers are throttled: an IPv4 address itself, and the /64 of an IPv6 address, which is the least
 * that a provider gives to one customer (RFC 6177).
 */
export function networkOf(address: string | undefined): string {
  if (address === undefined || !ipaddr.isValid(address)) return "unknown";
  const parsed = ipaddr.process(address);
  if (parsed.kind() === "ipv4") return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed.toNormalizedString()}/64`).toString()}/64`;
}
