import type { LookupAddress } from "node:dns";
import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { LookupFunction } from "node:net";
import type { Duplex } from "node:stream";
import { noAnswer, type Answer, type Send, type SendRequest } from "./send.ts";
import { sharedLookup } from "./shared-lookup.ts";

/** A server that takes longer may be gone. A caller with less time says nothing about it. */
const suspiciousMs = 1_000;

/** For so long new connections go to other addresses than that of a server that has not answered, if there are any. */
const avoidedMs = 10_000;

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
  /**
   * The header of an answer by which a server says that it has done nothing, and that another may: such a request goes to
   * another server once, if there is one.
   */
  refusalHeader?: string;
};

/**
 * Looks names up and puts their addresses in turn: each connection begins with the next one, so that each server soon has
 * its turn. New addresses come first, in a random order: the system's is the same for all callers. Avoided ones come last.
 */
function lookUpInTurn(lookUp: LookupFunction, isAvoided: (address: string) => boolean): LookupFunction {
  const turns = new Map<string, string[]>();
  return (hostname, options, callback) => {
    lookUp(hostname, { ...options, all: true }, (error, found) => {
      const shuffled: LookupAddress[] = [];
      for (const address of Array.isArray(found) ? found : [])
        shuffled.splice(Math.floor(Math.random() * (shuffled.length + 1)), 0, address);
      const order = turns.get(hostname) ?? [];
      const inTurn = shuffled
        .toSorted((one, other) => order.indexOf(one.address) - order.indexOf(other.address))
        .toSorted((one, other) => Number(isAvoided(one.address)) - Number(isAvoided(other.address)));
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

/** One sending of a request. */
type Attempt = { answer: Promise<Answer>; abandon: () => void };

/** Resolves to the first answer of two attempts, of which the second begins when the first has had its time. */
function answerOfEither(first: Attempt, afterMs: number, repeat: () => Attempt): Promise<Answer> {
  const either = Promise.withResolvers<Answer>();
  const attempts: Attempt[] = [];
  let failures = 0;
  const timer = setTimeout(() => void follow(repeat()), afterMs);

  async function follow(attempt: Attempt): Promise<void> {
    attempts.push(attempt);
    try {
      either.resolve(await attempt.answer);
      clearTimeout(timer);
      for (const { abandon } of attempts) abandon();
    } catch (error) {
      failures += 1;
      if (failures < attempts.length) return;
      clearTimeout(timer);
      either.reject(error);
    }
  }

  void follow(first);
  return either.promise;
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
  const { now = () => performance.now(), lookUp = sharedLookup, refusalHeader } = options;
  const isRefusal = ({ header }: Answer) => refusalHeader !== undefined && header(refusalHeader) !== undefined;
  const avoidedUntil = new Map<string, number>();
  function isAvoided(address: string): boolean {
    return avoidedUntil.size > 0 && (avoidedUntil.get(address) ?? -Infinity) > now();
  }
  // The server is least likely to have closed the connection that was used last.
  const agentOptions = { keepAlive: true, scheduling: "lifo", lookup: lookUpInTurn(lookUp, isAvoided) } as const;
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent(agentOptions);
  for (const agent of [http, https]) limitConnections(agent, now);

  function attempt({ url, method, headers, body, timeoutMs, signal, isOnNewConnection }: SendRequest) {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const isSecure = url.startsWith("https:");
    const agent = isSecure ? https : http;
    if (isOnNewConnection) closeIdle(agent);
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent,
      headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
    });

    /** The server has not answered, or refuses. It may have been late once, or hang. */
    const avoid = (address = request.socket?.remoteAddress) => {
      if (address !== undefined) avoidedUntil.set(address, now() + avoidedMs);
      closeIdle(agent);
    };
    let isSettled = false;
    let stoppedBy: "timeout" | "aborted" | undefined;
    const stop = (reason: "timeout" | "aborted") => {
      // A destroyed connection has no address.
      if (reason === "timeout" && timeoutMs >= suspiciousMs) avoid();
      stoppedBy ??= reason;
      request.destroy();
    };
    const abort = () => stop("aborted");
    const timer = setTimeout(stop, timeoutMs, "timeout");
    const settle = () => {
      isSettled = true;
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (error: unknown) => {
      settle();
      if (stoppedBy === undefined) closeIdle(agent);
      reject(noAnswer(stoppedBy ?? "connection", error));
    };

    request.once("response", (response) => {
      const { socket } = response;
      const { remoteAddress = "" } = socket;
      if (avoidedUntil.size > 0) avoidedUntil.delete(remoteAddress);
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.once("error", fail);
      response.once("end", () => {
        settle();
        const answer: Answer = {
          status: response.statusCode ?? 0,
          header(name) {
            const value = response.headers[name];
            return Array.isArray(value) ? value.join(", ") : value;
          },
          bytes: Buffer.concat(chunks),
        };
        if (isRefusal(answer)) {
          avoid(remoteAddress);
          socket.destroy();
        }
        resolve(answer);
      });
    });
    request.once("error", fail);
    if (signal?.aborted) abort();
    else signal?.addEventListener("abort", abort);
    request.end(body);
    const abandon = () => {
      if (!isSettled) stop("aborted");
    };
    return { answer: promise, abandon, avoid };
  }

  function answerTo(request: SendRequest): Promise<Answer> {
    const first = attempt(request);
    if (request.repeatAfterMs === undefined) return first.answer;
    return answerOfEither(first, request.repeatAfterMs, () => {
      first.avoid();
      return attempt(request);
    });
  }

  return async (request) => {
    const answer = await answerTo(request);
    return isRefusal(answer) ? answerTo(request) : answer;
  };
}
