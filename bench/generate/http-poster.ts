import { Agent, request } from "node:http";

export type Poster = (path: string, body: string) => Promise<Buffer>;

const timeoutMs = 120_000;

/** Posts JSON over connections that stay open, as many as there are requests at once; resolves with the body of a 200. */
export function createPoster(baseUrl: string, headers: Readonly<Record<string, string>> = {}): Poster {
  const agent = new Agent({ keepAlive: true });
  const { hostname, port } = new URL(baseUrl);
  // What is the same each time is made once: the load generator runs on the cores that it loads.
  const target = { method: "POST", agent, hostname, port, timeout: timeoutMs };
  const fixedHeaders = { ...headers, "content-type": "application/json" };
  return (path, body) => {
    const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
    const outgoing = request(
      { ...target, path, headers: { ...fixedHeaders, "content-length": Buffer.byteLength(body) } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const answer = Buffer.concat(chunks);
          if (response.statusCode === 200) resolve(answer);
          // Without what differs each time, so that equal failures are counted as one.
          else
            reject(
              new Error(`${response.statusCode}: ${answer.toString("utf8", 0, 200).replace(/,"requestId".*/s, "")}`),
            );
        });
      },
    );
    outgoing.on("timeout", () => outgoing.destroy(new Error("no answer in time")));
    outgoing.on("error", reject);
    outgoing.end(body);
    return promise;
  };
}
