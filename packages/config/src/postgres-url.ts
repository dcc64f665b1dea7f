import { refuseUnknownParameters, ServerUrlError, splitServerUrl, type ServerAddress } from "./server-url.ts";
import { readTlsFiles, type TlsFiles } from "./tls-files.ts";

/** How a connection to PostgreSQL is secured, as `tls.connect` takes it. */
export type PostgresTls = TlsFiles & { rejectUnauthorized: boolean; checkServerIdentity?: () => undefined };

/** What a URL says about PostgreSQL. */
export type PostgresServers = {
  username: string | undefined;
  password: string | undefined;
  database: string | undefined;
  /** A folder with a socket has the port in the name of the socket. */
  addresses: [ServerAddress, ...ServerAddress[]];
  /** False without TLS; undefined if the URL does not say. */
  tls: PostgresTls | false | undefined;
  /** Whether only a server that takes writes is used. */
  mustTakeWrites: boolean;
};

const defaultPort = 5_432;
const tlsNames = { ca: "sslrootcert", cert: "sslcert", key: "sslkey" };
const sslModes = ["disable", "require", "verify-ca", "verify-full"];
/** What these ask for, catalogs set themselves, or have always. */
const withoutEffect = ["application_name", "connect_timeout", "gssencmode", "uselibpqcompat"];

/** The meaning of each mode is that of `psql` and all other clients of PostgreSQL. */
function readTls(parts: ReturnType<typeof splitServerUrl>): PostgresServers["tls"] {
  const mode = parts.parameters.get("sslmode");
  const namesSystem = parts.parameters.get(tlsNames.ca) === "system";
  const names = namesSystem
    ? new Map([...parts.parameters].filter(([name]) => name !== tlsNames.ca))
    : parts.parameters;
  const files = readTlsFiles({ ...parts, parameters: names }, tlsNames);
  if (mode !== undefined && !sslModes.includes(mode)) {
    throw new ServerUrlError(`\`sslmode\` must be ${sslModes.slice(0, -1).join(", ")} or ${sslModes.at(-1)}`);
  }
  const hasFiles = namesSystem || Object.keys(files).length > 0;
  if (mode === undefined || mode === "disable") {
    if (hasFiles) throw new ServerUrlError("names certificates but not `sslmode`: add sslmode=verify-full");
    return mode === undefined ? undefined : false;
  }
  if (mode === "verify-full") return { ...files, rejectUnauthorized: true };
  const isVerified = mode === "verify-ca" || files.ca !== undefined;
  return { ...files, rejectUnauthorized: isVerified, checkServerIdentity: () => undefined };
}

function readAddresses({ addresses, parameters }: ReturnType<typeof splitServerUrl>): PostgresServers["addresses"] {
  const folder = parameters.get("host");
  if (folder !== undefined) {
    if (!folder.startsWith("/") || addresses.length > 0) {
      throw new ServerUrlError(
        "must name its servers before the path; `host` is for the folder of a socket, without them",
      );
    }
    return [{ host: folder, port: Number(parameters.get("port") ?? defaultPort) }];
  }
  const [first, ...others] = addresses;
  if (!first) throw new ServerUrlError("must name a server, as postgres://user:password@host:5432/database");
  return [first, ...others];
}

/**
 * Reads `postgres://user:password@host:5432/database?sslmode=verify-full`. It may name several servers, separated by
 * commas: a primary and its standbys.
 */
export function readPostgresUrl(url: string): PostgresServers {
  const parts = splitServerUrl(url, { schemes: ["postgres", "postgresql"], defaultPort });
  refuseUnknownParameters(parts, [
    "sslmode",
    ...Object.values(tlsNames),
    "target_session_attrs",
    "host",
    "port",
    ...withoutEffect,
  ]);
  const addresses = readAddresses(parts);
  const wanted = parts.parameters.get("target_session_attrs");
  if (wanted !== undefined && !["any", "read-write", "primary"].includes(wanted)) {
    throw new ServerUrlError("`target_session_attrs` must be read-write, primary or any: Platen writes");
  }
  if (addresses.length > 1 && (wanted === undefined || wanted === "any")) {
    throw new ServerUrlError("names several servers: add target_session_attrs=read-write, as Platen writes");
  }
  if (parts.path.length > 1) throw new ServerUrlError("must have the name of one database after its servers");
  return {
    username: parts.username,
    password: parts.password,
    database: parts.path[0],
    addresses,
    tls: readTls(parts),
    mustTakeWrites: wanted === "read-write" || wanted === "primary",
  };
}
