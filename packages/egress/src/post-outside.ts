import { Resolver } from "node:dns/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIPv6, type LookupFunction } from "node:net";
import { literalAddress, type EgressRules } from "./egress-rules.ts";
import { chooseAddresses, hostKeys } from "./host-keys.ts";

/** More of an answer is not read. It is thrown away. */
const maxAnswerBytes = 4_096;
const maxHeaderBytes = 16_384;
const resolveTimeoutMs = 1_500;
const longestRetryAfterSeconds = 3_600;

/** What became of a call. Without `error`, the receiver took it. */
export type PostOutcome = {
  durationMs: number;
  status?: number;
  error?:
    | "http_status"
    | "redirect"
    | "timeout"
    | "name_not_found"
    | "address_refused"
    | "connection_failed"
    | "tls_failed";
  /** What a receiver with 429 or 503 asked for, at most an hour. */
  retryAfterSeconds?: number;
};

type Answer = Omit<PostOutcome, "durationMs">;

/**
 * Takes a place at a receiver, which is known by its addresses, whatever name it has. Resolves to the function that gives
 * the place back, or to undefined if there is none.
 */
export type EnterReceiver = (hosts: readonly string[]) => Promise<(() => void) | undefined>;

/** Resolves to undefined for a message that was not sent, as there was no place at its receiver. */
export type PostOutside = (
  url: string,
  message: { headers: Readonly<Record<string, string>>; body: string },
  enter: EnterReceiver,
) => Promise<PostOutcome | undefined>;

/** All addresses of a name, of both families. */
type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>;

/**
 * Resolves by a resolver of its own: the system's look-up has four threads for the whole process, which slow name servers
 * would occupy.
 */
async function resolveByServers(name: string, signal: AbortSignal): Promise<string[]> {
  const resolver = new Resolver({ timeout: resolveTimeoutMs, tries: 2 });
  const cancel = () => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  const found = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
  signal.removeEventListener("abort", cancel);
  return found.flatMap((family) => (family.status === "fulfilled" ? family.value : []));
}

class Refused extends Error {
  readonly reason: "name_not_found" | "address_refused";
  constructor(reason: "name_not_found" | "address_refused") {
    super(reason);
    this.reason = reason;
  }
}

function failureOf(error: unknown, isTimeout: boolean): NonNullable<PostOutcome["error"]> {
  if (isTimeout) return "timeout";
  if (error instanceof Refused) return error.reason;
  const code = typeof error === "object" && error !== null && "code" in error ? String(error.code) : "";
  return /^(?:ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|EPROTO)/.test(code)
    ? "tls_failed"
    : "connection_failed";
}

function retryAfterOf({ statusCode, headers }: IncomingMessage): number | undefined {
  if (statusCode !== 429 && statusCode !== 503) return undefined;
  const given = headers["retry-after"] ?? "";
  return /^\d{1,9}$/.test(given) ? Math.min(Number(given), longestRetryAfterSeconds) : undefined;
}

/** Reads the little that most answers have, so that the receiver sees an ordinary end, and cuts longer ones. */
function discard(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  response.on("data", (piece: Buffer) => {
    bytes += piece.byteLength;
    if (bytes > maxAnswerBytes) response.destroy();
  });
  return new Promise((resolve) => {
    // Of an answer that is cut, only the status counts.
    response.on("error", () => resolve());
    response.once("close", () => resolve());
  });
}

/** Posts to these addresses of a URL's host. TLS and `Host` are those of its name. */
function post(
  url: URL,
  addresses: readonly string[],
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  signal: AbortSignal,
): Promise<Answer> {
  const found = addresses.map((address) => ({ address, family: isIPv6(address) ? 6 : 4 }));
  const lookup: LookupFunction = (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
  const { promise, resolve: settle, reject } = Promise.withResolvers<Answer>();
  const send = url.protocol === "https:" ? httpsRequest : httpRequest;
  const request = send(url, {
    method: "POST",
    headers: { ...headers, "content-length": Buffer.byteLength(body) },
    // A connection of its own: each is made to addresses that were just checked.
    agent: false,
    lookup,
    maxHeaderSize: maxHeaderBytes,
    signal,
  });
  let isAnswered = false;
  // After the answer has begun, its rest changes nothing.
  request.on("error", (error) => {
    if (!isAnswered) reject(error);
  });
  request.once("close", () => {
    if (!isAnswered) reject(new Error("the connection ended without an answer"));
  });
  request.once("response", (response) => {
    isAnswered = true;
    const status = response.statusCode ?? 0;
    const retryAfterSeconds = retryAfterOf(response);
    const answer: Answer = { status, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) };
    if (status >= 300) answer.error = status < 400 ? "redirect" : "http_status";
    void discard(response).then(() => settle(answer));
  });
  request.end(body);
  return promise;
}

/**
 * Creates the function that posts to addresses which callers of the API choose. It looks the name up itself, checks all
 * addresses by the rules and connects to these, so that a name which changes meanwhile leads nowhere else. It follows no
 * redirect, and gives up after `timeoutMs` in all, without the wait for a place.
 */
export function createPostOutside(options: {
  rules: EgressRules;
  timeoutMs: number;
  resolve?: Resolve;
  now?: () => number;
}): PostOutside {
  const { rules, timeoutMs, resolve = resolveByServers, now = () => performance.now() } = options;

  /** The addresses of a URL to call. A single bad address refuses all. */
  async function addressesOf(url: URL, signal: AbortSignal): Promise<string[]> {
    const literal = literalAddress(url.hostname);
    const addresses = literal === undefined ? await resolve(url.hostname, signal) : [literal];
    if (addresses.length === 0) throw new Refused("name_not_found");
    if (!addresses.every((address) => rules.mayCall(url, address))) throw new Refused("address_refused");
    return chooseAddresses(addresses);
  }

  return async (address, message, enter) => {
    const url = new URL(address);
    // By now the rules may be others than when the address was taken.
    if (rules.refusalOf(url) !== undefined) return { durationMs: 0, error: "address_refused" };
    const startedAt = now();
    let waitedMs = 0;
    const durationMs = () => Math.round(now() - startedAt - waitedMs);
    const failed = (error: unknown, signal: AbortSignal): PostOutcome => ({
      durationMs: durationMs(),
      error: failureOf(error, signal.aborted),
    });

    const finding = AbortSignal.timeout(timeoutMs);
    const addresses = await addressesOf(url, finding).catch((error: unknown) => failed(error, finding));
    if (!Array.isArray(addresses)) return addresses;
    const foundAt = now();
    const leave = await enter(hostKeys(addresses));
    if (leave === undefined) return undefined;
    // The wait for a place is not the receiver's.
    waitedMs = now() - foundAt;
    const sending = AbortSignal.timeout(Math.max(1, timeoutMs - durationMs()));
    try {
      const outcome = await post(url, addresses, message, sending);
      return { durationMs: durationMs(), ...outcome };
    } catch (error) {
      return failed(error, sending);
    } finally {
      leave();
    }
  };
}
