import { Problem } from "@platen/contracts";
import express, { type Request, type Response } from "express";

const maxDepth = 100;
/** How many times the limit a body is read to its end for the sake of its answer. */
const patience = 4;
const quote = 0x22;
const backslash = 0x5c;
const openings = new Set([0x7b, 0x5b]);
const closings = new Set([0x7d, 0x5d]);

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
    else if (openings.has(byte)) {
      depth += 1;
      if (depth > maxDepth) {
        throw new Problem("request.invalid", {
          message: `The JSON is nested deeper than ${maxDepth} levels.`,
          details: [{ path: "", message: `must not be nested deeper than ${maxDepth} levels` }],
        });
      }
    } else if (closings.has(byte)) depth -= 1;
  }
}

function hasBody(request: Request): boolean {
  return request.headers["transfer-encoding"] !== undefined || Number(request.headers["content-length"] ?? 0) > 0;
}

function isUtf8Json(request: Request): boolean {
  const [type, ...parameters] = (request.get("content-type") ?? "").toLowerCase().split(";");
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("charset="));
  return type?.trim() === "application/json" && (charset === undefined || /^charset="?utf-?8"?$/.test(charset));
}

function tooLarge(cause?: unknown): Problem {
  return new Problem("request.too_large", { message: "The body is larger than this service takes.", cause });
}

/**
 * Refuses at once what announces itself as much too large. A body a little over the limit is refused after it was
 * read: most clients see a broken connection, not the answer, when they are answered while they send.
 */
function refuseHugeBody(request: Request, limitBytes: number): void {
  if (Number(request.headers["content-length"] ?? 0) > limitBytes * patience) throw tooLarge();
}

/** Reads a request's JSON body; resolves to undefined where there is none. */
export type ReadJsonBody = (request: Request, response: Response) => Promise<unknown>;

/**
 * Makes the reader of JSON bodies up to `limitBytes` (after decompression). Anything but UTF-8 `application/json` is
 * refused before it is read.
 */
export function createJsonBodyReader(options: { limitBytes: number }): ReadJsonBody {
  const readBytes = express.raw({ limit: options.limitBytes, type: () => true });
  const decoder = new TextDecoder("utf-8", { fatal: true });

  return async (request, response) => {
    if (!hasBody(request)) return undefined;
    if (!isUtf8Json(request)) {
      throw new Problem("request.media_unsupported", {
        message: "Send the body as `Content-Type: application/json` in UTF-8.",
      });
    }
    refuseHugeBody(request, options.limitBytes);
    await new Promise<void>((resolve, reject) => {
      readBytes(request, response, (error?: unknown) => {
        if (error instanceof Error) reject(problemFromBodyParser(error));
        else resolve();
      });
    });
    const bytes: unknown = request.body;
    if (!(bytes instanceof Uint8Array)) return undefined;
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
      return new Problem("request.invalid", {
        message: "The body ended early or is not compressed as it says.",
        cause: error,
      });
  }
}
