import { Agent, request } from "node:http";
import { Agent as SecureAgent, request as secureRequest } from "node:https";

export type HttpAnswer = { status: number; pageCount: number; body: Buffer };
export type PostJson = (path: string, body: string) => Promise<HttpAnswer>;

const timeoutMs = 120_000;

/** Returns a function that posts JSON, over as many open connections as there are requests at once. */
export function createHttpClient(baseUrl: string, headers: Readonly<Record<string, string>> = {}): PostJson {
  const { protocol, hostname, port, pathname } = new URL(baseUrl);
  const isSecure = protocol === "https:";
  const send = isSecure ? secureRequest : request;
  const agent = new (isSecure ? SecureAgent : Agent)({ keepAlive: true });
  // Computed once: the load generator runs on the cores that it loads.
  const target = { method: "POST", agent, hostname, port, timeout: timeoutMs };
  const fixedHeaders = { ...headers, "content-type": "application/json" };
  const root = pathname.replace(/\/$/, "");
  return (path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
    const outgoing = send(
      { ...target, path: root + path, headers: { ...fixedHeaders, "content-length": Buffer.byteLength(body) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () =>
          resolve({
            status: response.statusCode ?? 0,
            pageCount: Number(response.headers["platen-page-count"] ?? 0),
            body: Buffer.concat(chunks),
          }),
        );
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error(`no answer in ${timeoutMs / 1_000} s`)));
    outgoing.on("error", reject);
    outgoing.end(body);
    return promise;
  };
}
