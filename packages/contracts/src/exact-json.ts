/** Newer than the types of the language. Browsers before 2025 lack both, and then numbers are as JavaScript reads them. */
const { rawJSON } = JSON as { rawJSON?: (text: string) => unknown };
type Source = { source?: string };

/**
 * A number of JSON that a double would change, such as 12345678901234567890, as its text. It is no property of data, and
 * JSON cannot make one. It is never zero.
 */
export class ExactNumber {
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** Writes the number as it was read. Without the means for that, its text has the digits too. */
  toJSON(): unknown {
    return rawJSON?.(this.#text) ?? this.#text;
  }
}

/** A number as JSON writes it: its digits without zeros around them, and the power of ten of the last one. */
function decimalOf(text: string): string {
  const [mantissa = "", exponent = "0"] = text.toLowerCase().split("e");
  const [whole = "", fraction = ""] = mantissa.replace("-", "").split(".");
  const digits = whole + fraction;
  let [from, to] = [0, digits.length];
  while (digits[from] === "0") from += 1;
  while (to > from && digits[to - 1] === "0") to -= 1;
  return from === to ? "0" : `${digits.slice(from, to)}e${Number(exponent) - fraction.length + digits.length - to}`;
}

/** Whether the shortest text of the double is the same number. */
function isHeld(text: string): boolean {
  const double = Number(text);
  const shortest = String(double);
  return shortest === text || (Number.isFinite(double) && decimalOf(shortest) === decimalOf(text));
}

/** The number that a text of JSON says. */
export function readExactNumber(text: string): number | ExactNumber {
  return isHeld(text) ? Number(text) : new ExactNumber(text);
}

const quote = 0x22;
const backslash = 0x5c;
const isDigit = (code: number) => code >= 0x30 && code <= 0x39;
const isExponent = (code: number) => code === 0x65 || code === 0x45;
/** A plus, a minus or a point. */
const isMark = (code: number) => code === 0x2b || code === 0x2d || code === 0x2e;
/** A double holds every number of fewer digits without an exponent. */
const leastLength = 16;

/** Where the string that begins at a quote ends. The search for its end skips it faster than a look at each character. */
function endOfString(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end !== -1; end = json.indexOf('"', end + 1)) {
    let escapes = end;
    while (json.charCodeAt(escapes - 1) === backslash) escapes -= 1;
    if ((end - escapes) % 2 === 0) return end;
  }
  return json.length;
}

/** The texts of the numbers in JSON that a double would change. */
function changedNumbers(json: string): Set<string> {
  const changed = new Set<string>();
  for (let at = 0; at < json.length; at += 1) {
    const first = json.charCodeAt(at);
    if (first === quote) at = endOfString(json, at);
    if (!isDigit(first)) continue;
    const start = at;
    let hasExponent = false;
    for (at += 1; at < json.length; at += 1) {
      const code = json.charCodeAt(at);
      if (isExponent(code)) hasExponent = true;
      else if (!isDigit(code) && !isMark(code)) break;
    }
    if (!hasExponent && at - start < leastLength) continue;
    const text = json.slice(json[start - 1] === "-" ? start - 1 : start, at);
    if (!isHeld(text)) changed.add(text);
  }
  return changed;
}

/**
 * Parses JSON as `JSON.parse` does, with an {@link ExactNumber} for each number that a double would change. `plain` is
 * what `JSON.parse` gives, if that is known.
 */
export function parseExactJson(json: string, plain?: unknown): unknown {
  const changed = changedNumbers(json);
  if (changed.size === 0) return plain === undefined ? JSON.parse(json) : plain;
  return JSON.parse(json, (_name, value: unknown, { source }: Source = {}) =>
    source !== undefined && typeof value === "number" && changed.has(source) ? new ExactNumber(source) : value,
  );
}
