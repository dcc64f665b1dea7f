import { createHttpClient } from "./http-client.ts";

export type Poster = (path: string, body: string) => Promise<Buffer>;

/** Returns a function that posts JSON and resolves with the body of a 200; any other answer is an error. */
export function createPoster(baseUrl: string, headers: Readonly<Record<string, string>> = {}): Poster {
  const post = createHttpClient(baseUrl, headers);
  return async (path, body) => {
    const answer = await post(path, body);
    if (answer.status === 200) return answer.body;
    // Without the request id, so that equal failures count as one.
    throw new Error(`${answer.status}: ${answer.body.toString("utf8", 0, 200).replace(/,"requestId".*/s, "")}`);
  };
}
