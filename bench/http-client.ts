import { Agent, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

export type HttpAnswer = { status: number; body: Buffer };
export type PostBody = (path: string, body: string) => Promise<HttpAnswer>;

const timeoutMs = 120_000;

/** Returns a function that posts JSON, or what else is named, over as many open connections as there are requests at once. */
export function createHttpClient(
  baseUrl: string,
  { apiKey, contentType = "application/json" }: { apiKey?: string; contentType?: string } = {},
): PostBody {
  const { protocol, hostname, port } = new URL(baseUrl);
  const isSecure = protocol === "https:";
  const send = isSecure ? secureRequest : request;
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true });
  const headers = { "content-type": contentType, ...(apiKey && { authorization: `Bearer ${apiKey}` }) };
  // Computed once: the load generator runs on the cores that it loads.
  const target = { method: "POST", agent, hostname, port, timeout: timeoutMs };
  return (path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const length = { "content-length": Buffer.byteLength(body) };
    const outgoing = send({ ...target, path, headers: { ...headers, ...length } }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }));
    });
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer in ${timeoutMs / 1_000} s`)));
    outgoing.on("error", reject);
    outgoing.end(body);
    return promise;
  };
}

/** Returns the body of a 200. Any other answer is an error. */
export function bodyOf({ status, body }: HttpAnswer): Buffer {
  if (status === 200) return body;
  // Without the request id, so that equal failures count as one.
  throw new Error(`${status}: ${body.toString("utf8", 0, 200).replace(/,"requestId".*/s, "")}`);
}
