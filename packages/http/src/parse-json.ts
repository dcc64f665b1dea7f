import { randomInt } from "node:crypto";
import { findJsonObjectMistake, lineAndColumn, Problem } from "@platen/contracts";

const maxDepth = 100;
/** Parsing and checking this many values takes about a tenth of a second. */
const maxValues = 500_000;
/** A new name costs the parser up to a hundred times as much as a value. Lists of rows repeat their names. */
const maxNames = 120_000;
/** In characters. Finding an error takes up to ten times as long as parsing. */
const longestSearched = 100_000;
const quote = 0x22;
const comma = 0x2c;
const colon = 0x3a;
const backslash = 0x5c;
const openingBrace = 0x7b;
const closingBrace = 0x7d;
const openingBracket = 0x5b;
const closingBracket = 0x5d;

/** Unknown to callers, so that they cannot choose names that share a hash. */
const seed = randomInt(2 ** 32);

/** Names that share a hash count as one, which happens to one name in ten thousand. */
function hashOf(body: Uint8Array, start: number, end: number): number {
  let hash = seed;
  for (let i = start; i < end; i += 1) {
    hash = Math.imul(hash ^ (body[i] ?? 0), 0x5bd1e995);
    hash ^= hash >>> 15;
  }
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

const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Problem("request.malformed_json", { message: "The body is not valid UTF-8.", cause });
  }
}

/** Parses JSON that a caller has sent, in bounded time. Throws a problem that tells where it stops to be JSON. */
export function parseJson(bytes: Uint8Array): unknown {
  refuseCostlyJson(bytes);
  const text = decode(bytes);
  try {
    return JSON.parse(text);
  } catch (error) {
    throw malformed(text, error);
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
