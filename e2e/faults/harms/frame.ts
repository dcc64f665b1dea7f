import { headOf, type Conversation } from "./raw-bytes.ts";

type Framed = { method: string; url: string; headers: Record<string, string>; body: Buffer };

/** As many bytes of a body as become chunks of their own, of six bytes each. */
const maxChunks = 1_000_000;

/** Six bytes for each byte of a body. */
function inChunks(body: Buffer): Buffer {
  const framed = Buffer.alloc(6 * Math.min(body.byteLength, maxChunks), "1\r\n \r\n");
  for (let at = 0; 6 * at < framed.byteLength; at += 1) framed[6 * at + 3] = body[at] ?? 0;
  return Buffer.concat([framed, Buffer.from("0\r\n\r\n")]);
}

/** The bytes of a request in one of the ways that no client of HTTP sends it. */
export function frame(
  framing: "chunks of one byte" | "slow head" | "half closed" | "HTTP/1.0" | "100-continue" | "stops early",
  { method, url, headers, body }: Framed,
): Conversation {
  const common = { "Content-Type": "application/json", "Sec-Fetch-Site": "same-origin", ...headers };
  const head = (more: Record<string, string>) => headOf(`${method} ${url}`, { ...common, ...more });
  const whole = { "Content-Length": String(body.byteLength) };
  const bytes = (start: string, rest: Buffer = body) => Buffer.concat([Buffer.from(start), rest]);
  switch (framing) {
    case "chunks of one byte":
      return { begin: bytes(head({ "Transfer-Encoding": "chunked" }), inChunks(body)) };
    case "slow head":
      return { begin: Buffer.from(head(whole).slice(0, -2)), again: "X-Slow: 1\r\n" };
    case "half closed":
      return { begin: bytes(head(whole)), isHalfClosed: true };
    case "HTTP/1.0":
      return { begin: bytes(head(whole).replace(" HTTP/1.1\r\n", " HTTP/1.0\r\n")) };
    case "100-continue":
      return { begin: bytes(head({ ...whole, Expect: "100-continue" })) };
    case "stops early":
      return { begin: bytes(head({ "Content-Length": String(body.byteLength + 1) })) };
    default:
      return framing satisfies never;
  }
}
