import { refuseUnknownParameters, ServerUrlError, splitServerUrl, type ServerAddress } from "./server-url.ts";
import { readTlsFiles, type TlsFiles } from "./tls-files.ts";

/** What a URL says about Redis: one server, or the Sentinels that know the primary of a name. */
export type RedisServers = {
  username: string | undefined;
  password: string | undefined;
  database: number;
  /** Undefined without TLS. */
  tls: TlsFiles | undefined;
} & (
  | { kind: "server"; address: ServerAddress }
  | {
      kind: "sentinel";
      sentinels: ServerAddress[];
      primaryName: string;
      sentinelUsername: string | undefined;
      sentinelPassword: string | undefined;
    }
);

const tlsNames = { ca: "ssl_ca_certs", cert: "ssl_certfile", key: "ssl_keyfile" };
const sentinelNames = ["sentinel_username", "sentinel_password"];

function readDatabase(text = "0"): number {
  if (!/^\d{1,5}$/.test(text))
    throw new ServerUrlError("must end with the number of a database, such as /0, or with none");
  return Number(text);
}

/**
 * Reads `redis://user:password@host:6379/0`, or `redis+sentinel://user:password@host:26379,host:26379/name/0`; both with
 * `rediss` for TLS. Valkey has the same URLs under its own name.
 */
export function readRedisUrl(url: string): RedisServers {
  const isSentinel = /^[a-z]+\+sentinel:/.test(url);
  const schemes = ["redis", "rediss", "valkey", "valkeys"];
  const parts = splitServerUrl(url, {
    schemes: isSentinel ? schemes.map((scheme) => `${scheme}+sentinel`) : [...schemes, "redis+sentinel"],
    defaultPort: isSentinel ? 26_379 : 6_379,
  });
  const { addresses, parameters, path, username, password } = parts;
  const isTls = /^(?:rediss|valkeys)\b/.test(parts.scheme);
  if (!isTls && Object.values(tlsNames).some((name) => parameters.has(name))) {
    throw new ServerUrlError("names certificates, but its scheme is without TLS: begin it with rediss");
  }
  refuseUnknownParameters(parts, [...(isSentinel ? sentinelNames : []), ...(isTls ? Object.values(tlsNames) : [])]);
  const common = { username, password, tls: isTls ? readTlsFiles(parts, tlsNames) : undefined };

  if (isSentinel) {
    const [primaryName, database, ...more] = path;
    if (primaryName === undefined || addresses.length === 0 || more.length > 0) {
      throw new ServerUrlError(
        "must name the Sentinels and the primary that they watch, as redis+sentinel://host:26379,host:26379/mymaster",
      );
    }
    return {
      ...common,
      kind: "sentinel",
      sentinels: addresses,
      primaryName,
      database: readDatabase(database),
      sentinelUsername: parameters.get("sentinel_username"),
      sentinelPassword: parameters.get("sentinel_password"),
    };
  }
  const [address, ...others] = addresses;
  if (!address || others.length > 0) {
    throw new ServerUrlError(
      "must name one server; for several with Sentinel write redis+sentinel://host:26379,host:26379/mymaster",
    );
  }
  const [database, ...more] = path;
  return { ...common, kind: "server", address, database: readDatabase(more.length > 0 ? path.join("/") : database) };
}
