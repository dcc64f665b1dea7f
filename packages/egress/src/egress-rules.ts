import { BlockList, isIP, isIPv6 } from "node:net";
import { z } from "zod";
import { isBlockedPort } from "./blocked-ports.ts";
import { isPublicAddress } from "./public-addresses.ts";

/** A receiver that may be called though it is private, or without TLS. */
type Allowed = { port: number | undefined } & ({ name: string } | { addresses: BlockList });

const entryMessage =
  "must list names, addresses or ranges with optional ports, separated by commas, such as hooks.internal:8080,10.1.0.0/16";
const namePattern = /^(?:[a-z0-9-]{1,63}\.)*[a-z0-9-]{1,63}$/;

/** Splits `host:port`, where an IPv6 address with a port is in brackets. */
function splitPort(entry: string): { host: string; port: string | undefined } {
  const bracketed = /^\[([^\]]+)\](?::(\d{1,5}))?$/.exec(entry);
  if (bracketed) return { host: bracketed[1] ?? "", port: bracketed[2] };
  const [host = "", port, ...more] = entry.split(":");
  return more.length > 0 ? { host: entry, port: undefined } : { host, port };
}

function readEntry(entry: string): Allowed | undefined {
  const { host, port: portText } = splitPort(entry);
  const port = portText === undefined ? undefined : Number(portText);
  if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) return undefined;
  const [address = "", prefix, ...more] = host.split("/");
  const family = isIP(address);
  if (family === 0) return prefix === undefined && namePattern.test(host) ? { port, name: host } : undefined;
  const bits = prefix === undefined ? (family === 4 ? 32 : 128) : Number(prefix);
  if (more.length > 0 || prefix === "" || !(Number.isInteger(bits) && bits >= 0 && bits <= (family === 4 ? 32 : 128)))
    return undefined;
  const addresses = new BlockList();
  addresses.addSubnet(address, bits, family === 4 ? "ipv4" : "ipv6");
  return { port, addresses };
}

function readAllowed(text: string): (Allowed | undefined)[] {
  const entries = text.split(",").map((entry) => entry.trim().toLowerCase());
  return entries.filter((entry) => entry !== "").map(readEntry);
}

/** The variable that lists receivers to call though they are private or have no TLS. */
export const egressAllowVariable = z
  .string()
  .refine((text) => readAllowed(text).every((entry) => entry !== undefined), entryMessage)
  .default("");

/** The IP address that a host of a URL is; undefined for a name. The names of this machine are its address. */
export function literalAddress(hostname: string): string | undefined {
  const host = hostname.replace(/\.$/, "");
  if (host === "localhost" || host.endsWith(".localhost")) return "127.0.0.1";
  const bare = host.startsWith("[") ? host.slice(1, -1) : host;
  return isIP(bare) === 0 ? undefined : bare;
}

/** The port that a URL leads to. */
function portOf({ port, protocol }: URL): number {
  if (port !== "") return Number(port);
  return protocol === "http:" ? 80 : 443;
}

export type EgressRules = ReturnType<typeof createEgressRules>;

/** Creates the rules by which Platen calls addresses of callers. `allow` is the value of {@link egressAllowVariable}. */
export function createEgressRules(allow: string) {
  const allowed = readAllowed(allow).filter((entry) => entry !== undefined);

  const allowedByPort = allowed.filter(({ port }) => port !== undefined);

  function isListed(url: URL, address: string | undefined, entries: readonly Allowed[] = allowed): boolean {
    const name = url.hostname.replace(/\.$/, "");
    return entries.some((entry) => {
      if (entry.port !== undefined && entry.port !== portOf(url)) return false;
      if ("name" in entry) return entry.name === name;
      return address !== undefined && entry.addresses.check(address, isIPv6(address) ? "ipv6" : "ipv4");
    });
  }

  /** Whether a URL may be called at this address of its host. */
  function mayCall(url: URL, address: string): boolean {
    return isPublicAddress(address) || isListed(url, address);
  }

  return {
    mayCall,

    /** Why a URL is refused before its name is looked up; undefined for a good one. The text follows the name of the field. */
    refusalOf(url: URL): string | undefined {
      const address = literalAddress(url.hostname);
      if (url.protocol !== "https:" && !(url.protocol === "http:" && isListed(url, address)))
        return "must begin with https://. The operator can allow http:// for single receivers with EGRESS_ALLOW";
      if (isBlockedPort(portOf(url)) && !isListed(url, address, allowedByPort))
        return `must not lead to port ${portOf(url)}, which belongs to a service other than HTTP. The operator can allow it for single receivers with EGRESS_ALLOW`;
      if (url.username !== "" || url.password !== "") return "must not contain a user name or password";
      if (address !== undefined && !mayCall(url, address))
        return "must not lead to a private or reserved address. The operator can allow single receivers with EGRESS_ALLOW";
      return undefined;
    },
  };
}
