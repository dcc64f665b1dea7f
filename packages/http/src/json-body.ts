import { Problem } from "@platen/contracts";
import express, { type Request, type Response } from "express";

const maxDepth = 100;
/** How many times the limit a body is read to its end for the sake of its answer. */
const patience = 4;
const quote = 0x22;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const openingBracket = 0x5b;
const closingBracket = 0x5d;

/**
 * Refuses JSON nested deeper than anybody needs, before it is parsed: code that walks values by recursion is safe
 * below this. Works on the bytes, as every character that counts is one byte in UTF-8.
 */
function refuseDeepJson(body: Uint8Array): void {
  let depth = 0;
  let inString = false;
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i] ?? 0;
    if (inString) {
      if (byte === backslash) i += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openingBrace || byte === openingBracket) {
      depth += 1;
      if (depth > maxDepth) {
        throw new Problem("request.invalid", {
          message: `The JSON is nested deeper than ${maxDepth} levels.`,
          details: [{ path: "", message: `must not be nested deeper than ${maxDepth} levels` }],
        });
      }
    } else if (byte === closingBrace || byte === closingBracket) depth -= 1;
  }
}

function hasBody(request: Request): boolean {
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

function isUtf8Json(request: Request): boolean {
  const contentType = request.headers["content-type"] ?? "";
  if (contentType === "application/json") return true;
  const [type, ...parameters] = contentType.toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

function tooLarge(cause?: unknown): Problem {
  return new Problem("request.too_large", { message: "The body is larger than this service takes.", cause });
}

function endedEarly(cause: unknown): Problem {
  return new Problem("request.invalid", { message: "The body ended early or is not compressed as it says.", cause });
}

/**
 * Refuses at once what announces itself as much too large. A body a little over the limit is refused after it was
 * read: most clients see a broken connection, not the answer, when they are answered while they send.
 */
function refuseHugeBody(request: Request, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes * patience) throw tooLarge();
}

/** Reads a body that is sent as it is. What goes beyond the limit is not kept. */
function readPlain(request: Request, limitBytes: number): Promise<Uint8Array> {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const chunks: Buffer[] = [];
  let size = 0;
  request.on("data", (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size <= limitBytes) chunks.push(chunk);
    else chunks.length = 0;
    if (size > limitBytes * patience) reject(tooLarge());
  });
  request.once("end", () => {
    if (size > limitBytes) reject(tooLarge());
    else resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks));
  });
  request.once("error", (cause) => reject(endedEarly(cause)));
  return promise;
}

/** Reads a request's JSON body; resolves to undefined where there is none. */
export type ReadJsonBody = (request: Request, response: Response) => Promise<unknown>;

/**
 * Makes the reader of JSON bodies up to `limitBytes` (after decompression). Anything but UTF-8 `application/json` is
 * refused before it is read.
 */
export function createJsonBodyReader(options: { limitBytes: number }): ReadJsonBody {
  const decompress = express.raw({ limit: options.limitBytes, type: () => true });
  const decoder = new TextDecoder("utf-8", { fatal: true });

  async function readCompressed(request: Request, response: Response): Promise<Uint8Array | undefined> {
    await new Promise<void>((resolve, reject) => {
      decompress(request, response, (error?: unknown) => {
        if (error instanceof Error) reject(problemFromBodyParser(error));
        else resolve();
      });
    });
    const bytes: unknown = request.body;
    return bytes instanceof Uint8Array ? bytes : undefined;
  }

  return async (request, response) => {
    if (!hasBody(request)) return undefined;
    if (!isUtf8Json(request)) {
      throw new Problem("request.media_unsupported", {
        message: "Send the body as `Content-Type: application/json` in UTF-8.",
      });
    }
    refuseHugeBody(request, options.limitBytes);
    const isPlain = (request.headers["content-encoding"] ?? "identity") === "identity";
    const bytes = isPlain ? await readPlain(request, options.limitBytes) : await readCompressed(request, response);
    if (!bytes) return undefined;
    refuseDeepJson(bytes);
    try {
      return JSON.parse(decoder.decode(bytes));
    } catch (error) {
      throw new Problem("request.malformed_json", { message: malformedMessage(error), cause: error });
    }
  };
}

/** V8's message quotes the text around the mistake, which is the caller's own data; only the position is kept. */
function malformedMessage(error: unknown): string {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  if (error instanceof TypeError) return "The body is not valid UTF-8.";
  return position === undefined
    ? "The body is not valid JSON."
    : `The body is not valid JSON: see character ${position}.`;
}

/** body-parser marks its errors with a type. */
function problemFromBodyParser(error: Error & { type?: unknown }): Problem {
  switch (error.type) {
    case "entity.too.large":
      return tooLarge(error);
    case "encoding.unsupported":
      return new Problem("request.media_unsupported", {
        message: "Send the body plain or compressed with gzip, deflate or br.",
        cause: error,
      });
    default:
      return endedEarly(error);
  }
}
