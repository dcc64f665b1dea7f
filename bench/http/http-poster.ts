import { createHttpClient } from "./http-client.ts";

export type Poster = (path: string, body: string) => Promise<Buffer>;

/** Posts JSON over connections that stay open, as many as there are requests at once; resolves with the body of a 200. */
export function createPoster(baseUrl: string, headers: Readonly<Record<string, string>> = {}): Poster {
  const post = createHttpClient(baseUrl, headers);
  return async (path, body) => {
    const answer = await post(path, body);
    if (answer.status === 200) return answer.body;
    // Without what differs each time, so that equal failures are counted as one.
    throw new Error(`${answer.status}: ${answer.body.toString("utf8", 0, 200).replace(/,"requestId".*/s, "")}`);
  };
}
