import { BlockList, isIPv6 } from "node:net";

/** Addresses of a receiver that are counted, and called. A name with more shows nothing that these do not. */
const maxPerFamily = 2;

const translated = new BlockList();
// An address of IPv4 behind a translator (NAT64) is in its last 32 bits.
translated.addSubnet("64:ff9b::", 96, "ipv6");

/** The /64 of an IPv6 address, which is the least that a provider gives to one customer. */
function networkOf(address: string): string {
  const canonical = new URL(`http://[${address}]/`).hostname.slice(1, -1);
  if (translated.check(canonical, "ipv6")) return canonical;
  const [head = "", tail] = canonical.split("::");
  const [first, last] = [head, tail ?? ""].map((part) => (part === "" ? [] : part.split(":")));
  const groups = [...(first ?? []), ...Array<string>(8 - (first?.length ?? 0) - (last?.length ?? 0)).fill("0")];
  return `${[...groups, ...(last ?? [])].slice(0, 4).join(":")}::/64`;
}

/** The addresses of a name to call: a few of each family. */
export function chooseAddresses(addresses: readonly string[]): string[] {
  const ofFamily = (isWanted: (address: string) => boolean) => addresses.filter(isWanted).slice(0, maxPerFamily);
  return [...ofFamily((address) => !isIPv6(address)), ...ofFamily(isIPv6)];
}

/** What tells receivers apart, whatever their names are: an IPv4 address, or the network of an IPv6 address. */
export function hostKeys(addresses: readonly string[]): string[] {
  return [...new Set(addresses.map((address) => (isIPv6(address) ? networkOf(address) : address)))];
}
