import type { LookupAddress } from "node:dns";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { noAnswer, type Answer, type Send } from "./send.ts";
import { sharedLookup } from "./shared-lookup.ts";

/** A server that takes longer may be gone. A caller with less time says nothing about it. */
const suspiciousMs = 1_000;

/** Closes the connections that no request uses. */
function closeIdle(agent: HttpAgent): void {
  for (const sockets of Object.values(agent.freeSockets)) {
    for (const socket of sockets ?? []) socket.destroy();
  }
}

/**
 * A connection ends after this, because a load balancer chooses a server for each connection: a server that was added
 * would otherwise get no requests until a connection breaks.
 */
const maxConnectionMs = 30_000;
const maxConnectionRequests = 200;

type SendByNodeOptions = {
  /** The time in milliseconds. */
  now?: () => number;
  /** Finds all addresses of a name. */
  lookUp?: LookupFunction;
};

/**
 * Looks names up and puts their addresses in turn: each connection begins with the next one, so that each server soon has
 * its turn. New addresses come first, in a random order: the system's is the same for all callers.
 */
function lookUpInTurn(lookUp: LookupFunction): LookupFunction {
  const turns = new Map<string, string[]>();
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const shuffled: LookupAddress[] = [];
      for (const address of Array.isArray(found) ? found : [])
        shuffled.splice(Math.floor(Math.random() * (shuffled.length + 1)), 0, address);
      const order = turns.get(hostname) ?? [];
      const inTurn = shuffled.toSorted((one, other) => order.indexOf(one.address) - order.indexOf(other.address));
      const [first, ...others] = inTurn;
      if (first)
        turns.set(
          hostname,
          [...others, first].map(({ address }) => address),
        );
      if (options.all === true || first === undefined) callback(error, inTurn);
      else callback(error, first.address, first.family);
    });
  };
}

/** Lets an agent keep a connection for a limited time and number of requests. */
function limitConnections(agent: HttpAgent, now: () => number): void {
  const used = new WeakMap<Duplex, { endsAt: number; requests: number }>();
  const keep = agent.keepSocketAlive.bind(agent);
  // Node.js calls it after each request, and ends the connection if it returns false.
  agent.keepSocketAlive = (socket) => {
    const use = used.get(socket) ?? { endsAt: now() + maxConnectionMs, requests: 0 };
    use.requests += 1;
    used.set(socket, use);
    return use.requests < maxConnectionRequests && now() < use.endsAt && keep(socket);
  };
}

/**
 * Creates the sender for Platen's services, which call each other for every document. Node's own HTTP client with
 * connections that stay open needs less than half the processor time of `fetch`. After a request without an answer, new
 * connections replace those that are not used: if the server has moved, each of them would cost a request.
 */
export function createSendByNode(options: SendByNodeOptions = {}): Send {
  const { now = () => performance.now(), lookUp = sharedLookup } = options;
  // The server is least likely to have closed the connection that was used last.
  const agentOptions = { keepAlive: true, scheduling: "lifo", lookup: lookUpInTurn(lookUp) } as const;
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent(agentOptions);
  for (const agent of [http, https]) limitConnections(agent, now);

  return ({ url, method, headers, body, timeoutMs, signal, isOnNewConnection }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const isSecure = url.startsWith("https:");
    const agent = isSecure ? https : http;
    if (isOnNewConnection) closeIdle(agent);
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent,
      headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
    });

    let stoppedBy: "timeout" | "aborted" | undefined;
    const stop = (reason: "timeout" | "aborted") => {
      stoppedBy ??= reason;
      request.destroy();
    };
    const abort = () => stop("aborted");
    const timer = setTimeout(stop, timeoutMs, "timeout");
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (error: unknown) => {
      settle();
      if (stoppedBy === undefined || (stoppedBy === "timeout" && timeoutMs >= suspiciousMs)) closeIdle(agent);
      reject(noAnswer(stoppedBy ?? "connection", error));
    };

    request.once("response", (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", fail);
      response.once("end", () => {
        settle();
        resolve({
          status: response.statusCode ?? 0,
          header(name) {
            const value = response.headers[name];
            return Array.isArray(value) ? value.join(", ") : value;
          },
          bytes: Buffer.concat(chunks),
        });
      });
    });
    request.once("error", fail);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
    request.end(body);
    return promise;
  };
}
