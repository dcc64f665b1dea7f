import { BlockList, isIPv6 } from "node:net";

/** IANA's special-purpose blocks, multicast, and addresses by which clouds serve their machines. */
const reservedIPv4: readonly (readonly [address: string, prefix: number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["168.63.129.16", 32], // Azure
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 3],
];

const reservedIPv6: readonly (readonly [address: string, prefix: number])[] = [
  ["2001::", 23], // protocols, with Teredo, which contains IPv4 addresses
  ["2001:db8::", 32],
  ["2002::", 16], // 6to4, which contains IPv4 addresses
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
];

/** The prefix by which networks without IPv4 reach IPv4 addresses (NAT64). */
const nat64 = "64:ff9b::";

const reserved = new BlockList();
const unicast = new BlockList();
for (const [address, prefix] of reservedIPv4) {
  reserved.addSubnet(address, prefix, "ipv4");
  reserved.addSubnet(`${nat64}${address}`, 96 + prefix, "ipv6");
}
for (const [address, prefix] of reservedIPv6) reserved.addSubnet(address, prefix, "ipv6");
// All other IPv6 addresses are local, mapped or of no use yet.
unicast.addSubnet("2000::", 3, "ipv6");
unicast.addSubnet(nat64, 96, "ipv6");

/** Tells whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  if (!isIPv6(address)) return !reserved.check(address, "ipv4");
  return unicast.check(address, "ipv6") && !reserved.check(address, "ipv6");
}
