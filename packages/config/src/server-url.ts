/** Thrown for the URL of a server. The message continues after the variable's name, and repeats no part that may be secret. */
export class ServerUrlError extends Error {
  override readonly name = "ServerUrlError";
}

export type ServerAddress = { host: string; port: number };

/** The parts of a URL that names one or more servers. */
export type ServerUrl = {
  scheme: string;
  username: string | undefined;
  password: string | undefined;
  addresses: ServerAddress[];
  /** The parts of the path. */
  path: string[];
  parameters: ReadonlyMap<string, string>;
};

const form =
  /^(?<scheme>[a-z+]+):\/\/(?:(?<credentials>[^/?#]*)@)?(?<hosts>[^/?#]*)(?<path>\/[^?#]*)?(?:\?(?<query>[^#]*))?$/;
const hostForm = /^(?:\[(?<ipv6>[\da-f:.]+)\]|(?<name>[\w.-]+))(?::(?<port>\d{1,5}))?$/i;

const encoding = "write @ / ? # : and % of a name or password as %40 %2F %3F %23 %3A and %25";

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new ServerUrlError(`has a % without two hexadecimal digits: ${encoding}`);
  }
}

function readAddress(text: string, defaultPort: number): ServerAddress {
  const { ipv6, name, port } = hostForm.exec(text)?.groups ?? {};
  const host = ipv6 ?? name;
  const number = Number(port ?? defaultPort);
  if (host === undefined || number < 1 || number > 65_535) {
    throw new ServerUrlError(
      `must name each server as host or host:port, with commas between several; ${encoding}, and put an IPv6 address in brackets`,
    );
  }
  return { host, port: number };
}

/** Splits a URL that may name several servers, which `URL` refuses. */
export function splitServerUrl(url: string, kinds: { schemes: readonly string[]; defaultPort: number }): ServerUrl {
  const { scheme = "", credentials, hosts = "", path, query } = form.exec(url)?.groups ?? {};
  if (!kinds.schemes.includes(scheme)) {
    const known = kinds.schemes.map((each) => `${each}://`).join(" or ");
    const isFragment = kinds.schemes.some((each) => url.startsWith(`${each}://`));
    throw new ServerUrlError(isFragment ? `must have no #: ${encoding}` : `must be a URL starting with ${known}`);
  }
  // What follows a / or ? of a password would be taken for hosts and parameters, and shown.
  if (`${path ?? ""}${query ?? ""}`.includes("@")) throw new ServerUrlError(`has an @ after its servers: ${encoding}`);
  const [username, password] = credentials?.split(/:(.*)/s) ?? [];
  const parameters = new Map<string, string>();
  for (const [name, value] of new URLSearchParams(query)) {
    if (parameters.has(name)) throw new ServerUrlError(`must give \`${name}\` once`);
    parameters.set(name, value);
  }
  return {
    scheme,
    username: username ? decode(username) : undefined,
    password: password ? decode(password) : undefined,
    addresses: hosts === "" ? [] : hosts.split(",").map((text) => readAddress(text, kinds.defaultPort)),
    path: (path ?? "").split("/").filter(Boolean).map(decode),
    parameters,
  };
}

/** Refuses parameters that would be ignored: a misspelt one would switch off what it should switch on. */
export function refuseUnknownParameters({ parameters }: ServerUrl, known: readonly string[]): void {
  const unknown = [...parameters.keys()].filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  const names = unknown.map((name) => `\`${name}\``).join(" and ");
  const advice = known.length === 0 ? "remove it" : `use ${known.join(", ")}, or remove it`;
  throw new ServerUrlError(`has the unknown parameter ${names}: ${advice}`);
}
