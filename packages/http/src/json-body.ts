import { setTimeout as delay } from "node:timers/promises";
import { findJsonObjectMistake, lineAndColumn, Problem, type Operation } from "@platen/contracts";
import type { Request } from "express";
import type { BodyRoom, BodySender } from "./body-room.ts";
import { freelyReadBytes, isCompressed, readBody } from "./read-body.ts";

const maxDepth = 100;
/** Parsing and checking this many values takes about a tenth of a second, and blocks the event loop meanwhile. */
const maxValues = 500_000;
/** A new name costs the parser up to a hundred times as much as a value. Lists of rows repeat their names. */
const maxNames = 120_000;
/** For every operation whose body carries neither a template nor data. */
const shortBodyBytes = 16 * 1024;
/**
 * The pause after a large body, as a multiple of the time that parsing it took, and the addition for each megabyte. What
 * the server does with the body next takes about as long again. So large bodies take at most a third of its time, and the
 * largest an eighth: a request between them waits for several steps, each for the rest of a body.
 */
const pausePerTime = 5;
const pausePerMegabyte = 2;
/** In characters. Finding an error takes up to ten times as long as parsing, and blocks the event loop meanwhile. */
const longestSearched = 100_000;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const openingBracket = 0x5b;
const closingBracket = 0x5d;

/** Names that share a hash count as one. */
function hashOf(body: Uint8Array, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i += 1) hash = (Math.imul(hash, 31) + (body[i] ?? 0)) | 0;
  return hash;
}

/**
 * Refuses JSON with too many values, different names or levels before parsing it, because a small compressed body may hold
 * millions, and so that code may walk the values recursively. Reads bytes: every character that counts is one byte in
 * UTF-8.
 */
function refuseCostlyJson(body: Uint8Array): void {
  const names = new Set<number>();
  let depth = 0;
  let values = 1;
  let inString = false;
  /** Where the last string starts and ends. It is a name if a colon follows. */
  let [start, end] = [0, 0];
  for (let i = 0; i < body.length; i += 1) {
    const byte = body[i] ?? 0;
    if (inString) {
      if (byte === backslash) i += 1;
      else if (byte === quote) {
        inString = false;
        end = i;
      }
    } else if (byte === quote) {
      inString = true;
      start = i;
    } else if (byte === colon) names.add(hashOf(body, start, end));
    else if (byte === comma) values += 1;
    else if (byte === openingBrace || byte === openingBracket) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) {
        throw new Problem("request.invalid", {
          message: `The body exceeds the limit of ${maxDepth} levels of nesting.`,
          details: [{ path: "", message: `must not be nested deeper than ${maxDepth} levels` }],
        });
      }
    } else if (byte === closingBrace || byte === closingBracket) depth -= 1;
    if (values > maxValues) {
      throw new Problem("request.too_large", {
        message: `The body exceeds the limit of ${maxValues.toLocaleString("en")} values.`,
      });
    }
    if (names.size > maxNames) {
      throw new Problem("request.too_large", {
        message: `The body exceeds the limit of ${maxNames.toLocaleString("en")} different names. Send a list of objects whose names repeat.`,
      });
    }
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

/**
 * Reads the JSON body of a request for an operation; resolves to undefined for a request without a body. Without a
 * sender it verifies no caller, and the body takes no room.
 */
type ReadJsonBody = (
  request: Request,
  operation: Pick<Operation, "hasLargeBody">,
  sender?: BodySender,
) => Promise<unknown>;

/**
 * Creates the reader of JSON bodies: of large ones up to `limitBytes` (after decompression), of others up to 16 KiB,
 * without compression. It refuses any body except UTF-8 `application/json` before reading it. All large bodies together
 * take bounded memory while it reads them.
 */
export function createJsonBodyReader(options: { limitBytes: number; room: BodyRoom }): ReadJsonBody {
  const decoder = new TextDecoder("utf-8", { fatal: true });

  let turns = Promise.resolve();
  let nextAt = 0;

  /** Parses large bodies one after the other, with pauses in which the server serves other requests. */
  function inOwnTurn<T>(bytes: number, parse: () => T): Promise<T> {
    const parsed = turns.then(async () => {
      await delay(Math.max(0, nextAt - performance.now()));
      const startedAt = performance.now();
      try {
        return parse();
      } finally {
        const now = performance.now();
        nextAt = now + (pausePerTime + pausePerMegabyte * (bytes / 1_000_000)) * (now - startedAt);
      }
    });
    turns = parsed.then(
      () => undefined,
      () => undefined,
    );
    return parsed;
  }

  return (request, operation, sender) =>
    options.room.read(request, { limitBytes: options.limitBytes, sender, until: "read" }, (beforeMore) =>
      read(request, operation, beforeMore),
    );

  async function read(
    request: Request,
    { hasLargeBody }: Pick<Operation, "hasLargeBody">,
    beforeMore: (() => Promise<unknown>) | undefined,
  ): Promise<unknown> {
    if (!hasBody(request)) return undefined;
    if (!isUtf8Json(request)) {
      throw new Problem("request.media_unsupported", {
        message: "The body must be JSON in UTF-8. Send `Content-Type: application/json`.",
      });
    }
    if (!hasLargeBody && isCompressed(request)) {
      throw new Problem("request.media_unsupported", {
        message: "This operation takes no compressed body. Send the body without `Content-Encoding`.",
      });
    }
    const bytes = await readBody(
      request,
      hasLargeBody ? options.limitBytes : Math.min(shortBodyBytes, options.limitBytes),
      beforeMore,
    );
    return bytes.byteLength > freelyReadBytes ? inOwnTurn(bytes.byteLength, () => parse(bytes)) : parse(bytes);
  }

  function parse(bytes: Uint8Array): unknown {
    refuseCostlyJson(bytes);
    const text = decode(bytes);
    try {
      return JSON.parse(text);
    } catch (error) {
      throw malformed(text, error);
    }
  }

  function decode(bytes: Uint8Array): string {
    try {
      return decoder.decode(bytes);
    } catch (cause) {
      throw new Problem("request.malformed_json", { message: "The body is not valid UTF-8.", cause });
    }
  }
}

function malformed(text: string, cause: unknown): Problem {
  const mistake = text.length > longestSearched ? undefined : findJsonObjectMistake(text);
  if (!mistake) return new Problem("request.malformed_json", { message: malformedMessage(cause), cause });
  const { line, column } = lineAndColumn(text, mistake.offset);
  return new Problem("request.malformed_json", {
    message: `The body is not valid JSON: it ${mistake.message} (line ${line}, column ${column}).`,
    details: [{ path: "", line, column, message: mistake.message }],
    cause,
  });
}

/** Takes only the position from V8's message: the message also quotes the caller's data. */
function malformedMessage(error: unknown): string {
  const position = error instanceof SyntaxError ? /at position (\d+)/.exec(error.message)?.[1] : undefined;
  return position === undefined
    ? "The body is not valid JSON."
    : `The body is not valid JSON: the error is at character ${position}.`;
}
