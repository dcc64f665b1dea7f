import { randomInt } from "node:crypto";
import { findJsonObjectMistake, lineAndColumn, Problem } from "@platen/contracts";

const maxDepth = 100;
/** Parsing and checking this many values takes about a tenth of a second. */
const maxValues = 500_000;
/** A new name costs the parser up to a hundred times as much as a value. Lists of rows repeat their names. */
const maxNames = 120_000;
/** In characters. Finding an error takes up to ten times as long as parsing. */
const longestSearched = 100_000;
const space = 0x20;
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

function trimmed(bytes: Uint8Array): Uint8Array {
  let [from, to] = [0, bytes.length];
  while (from < to && (bytes[from] ?? 0) <= space) from += 1;
  while (to > from && (bytes[to - 1] ?? 0) <= space) to -= 1;
  return bytes.subarray(from, to);
}

/** Whether the string in quotes at two positions is the name `data`, with escapes or without. */
function isNamedData(body: Uint8Array, start: number, end: number): boolean {
  const length = end - start - 1;
  if (length !== 4 && !(length > 8 && length <= 24)) return false;
  const name = Buffer.from(body.buffer, body.byteOffset + start + 1, length).toString("latin1");
  return /^(?:d|\\u0064)(?:a|\\u0061)(?:t|\\u0074)(?:a|\\u0061)$/.test(name);
}

/**
 * Refuses JSON with too many values, different names or levels before parsing it, because a small compressed body may hold
 * millions, and so that code may walk the values recursively. Reads bytes: every character that counts is one byte in
 * UTF-8. Returns the bytes of the value of its member `data`, as `JSON.parse` would take it: the last one counts.
 */
function refuseCostlyJson(body: Uint8Array): Uint8Array | undefined {
  const names = new Set<number>();
  let depth = 0;
  let values = 1;
  let inString = false;
  /** Where the last string starts and ends. It is a name if a colon follows. */
  let [start, end] = [0, 0];
  let data: Uint8Array | undefined;
  let dataStart = 0;

  function endData(at: number): void {
    if (dataStart > 0) data = trimmed(body.subarray(dataStart, at));
    dataStart = 0;
  }

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
    } else if (byte === colon) {
      names.add(hashOf(body, start, end));
      if (depth === 1 && isNamedData(body, start, end)) dataStart = i + 1;
    } else if (byte === comma) {
      values += 1;
      if (depth === 1) endData(i);
    } else if (byte === openingBrace || byte === openingBracket) {
      depth += 1;
      values += 1;
      if (depth > maxDepth) {
        throw new Problem("request.invalid", {
          message: `The body exceeds the limit of ${maxDepth} levels of nesting.`,
          details: [{ path: "", message: `must not be nested deeper than ${maxDepth} levels` }],
        });
      }
    } else if (byte === closingBrace || byte === closingBracket) {
      depth -= 1;
      if (depth === 0) endData(i);
    }
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
  return data;
}

const decoder = new TextDecoder("utf-8", { fatal: true });

function decode(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Problem("request.malformed_json", { message: "The body is not valid UTF-8.", cause });
  }
}

/** JSON that a caller has sent. `data` is its member of that name as it came, digit by digit. */
export type SentJson = { text: string; value: unknown; data: Uint8Array | undefined };

/** Parses JSON that a caller has sent, in bounded time. Throws a problem that tells where it stops to be JSON. */
export function parseJson(bytes: Uint8Array): SentJson {
  const data = refuseCostlyJson(bytes);
  const text = decode(bytes);
  try {
    return { text, value: JSON.parse(text), data };
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
