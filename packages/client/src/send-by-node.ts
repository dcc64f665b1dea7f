import { Agent as HttpAgent, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { noAnswer, type Answer, type Send } from "./send.ts";

/**
 * Makes the sender for services, which call each other for every document: Node's own HTTP client, over connections
 * that stay open, costs less than half of what fetch does.
 */
export function createSendByNode(): Send {
  // The connection used last is the least likely to have been closed by the other side meanwhile.
  const options = { keepAlive: true, scheduling: "lifo" } as const;
  const http = new HttpAgent(options);
  const https = new HttpsAgent(options);

  return ({ url, method, headers, body, timeoutMs, signal }) => {
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    const isSecure = url.startsWith("https:");
    const request = (isSecure ? httpsRequest : httpRequest)(url, {
      method,
      agent: isSecure ? https : http,
      headers: body === undefined ? headers : { ...headers, "content-length": Buffer.byteLength(body) },
    });

    let gaveUp: "timeout" | "aborted" | undefined;
    const giveUp = (failure: "timeout" | "aborted") => {
      gaveUp ??= failure;
      request.destroy();
    };
    const abort = () => giveUp("aborted");
    const timer = setTimeout(giveUp, timeoutMs, "timeout");
    const settle = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", abort);
    };
    const fail = (error: unknown) => {
      settle();
      reject(noAnswer(gaveUp ?? "connection", error));
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
