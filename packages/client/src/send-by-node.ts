import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
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
 * Creates the sender for Platen's services, which call each other for every document. Node's own HTTP client with
 * connections that stay open needs less than half the processor time of `fetch`. After a request without an answer, new
 * connections replace those that are not used: if the server has moved, each of them would cost a request.
 */
export function createSendByNode(): Send {
  // The server is least likely to have closed the connection that was used last.
  const options = { keepAlive: true, scheduling: "lifo", lookup: sharedLookup } as const;
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);

  return ({ url, method, headers, body, timeoutMs, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const isSecure = url.startsWith("https:");
    const agent = isSecure ? https : http;
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
