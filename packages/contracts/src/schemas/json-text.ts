/** The error in a JSON text, and its offset (in UTF-16 units, from 0). */
export type JsonMistake = { offset: number; message: string };

/** Real data nests less deeply, and code that walks the value recursively is safe up to this depth. */
const maxDepth = 100;

const space = /[ \t\n\r]*/y;
const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escape = /\\(?:["\\/bfnrt]|u[\dA-Fa-f]{4})/y;

/**
 * Finds the first position at which a text is not a JSON object; `undefined` for a valid one. `JSON.parse` reports the
 * position only for some errors, and its messages quote the text.
 */
export function findJsonObjectMistake(text: string): JsonMistake | undefined {
  let offset = 0;

  function take(pattern: RegExp): boolean {
    pattern.lastIndex = offset;
    const found = pattern.test(text);
    if (found) offset = pattern.lastIndex;
    return found;
  }

  function isAt(character: string): boolean {
    take(space);
    return text[offset] === character;
  }

  function mistake(message: string): JsonMistake {
    return { offset, message: offset >= text.length ? "ends too early" : message };
  }

  function findInString(): JsonMistake | undefined {
    const start = offset;
    offset += 1;
    while (offset < text.length) {
      const character = text.charAt(offset);
      if (character === '"') {
        offset += 1;
        return undefined;
      }
      if (character < " ") return mistake("has a line break or control character in a string");
      if (character !== "\\") offset += 1;
      else if (!take(escape)) return mistake("has an unknown escape sequence in a string");
    }
    return { offset: start, message: "has a string without a closing quote" };
  }

  function findInValue(depth: number): JsonMistake | undefined {
    take(space);
    if (text[offset] === '"') return findInString();
    if (text[offset] === "{" || text[offset] === "[") {
      if (depth > maxDepth) return mistake(`is nested deeper than ${maxDepth} levels`);
      return findInside(depth, text[offset] === "{");
    }
    return take(scalar) ? undefined : mistake("has an invalid value");
  }

  function findInName(): JsonMistake | undefined {
    if (!isAt('"')) return mistake("needs a name in double quotes");
    const inName = findInString();
    if (inName) return inName;
    if (!isAt(":")) return mistake("needs a colon");
    offset += 1;
    return undefined;
  }

  /** An object or list from its opening character to its closing one. */
  function findInside(depth: number, isObject: boolean): JsonMistake | undefined {
    const end = isObject ? "}" : "]";
    offset += 1;
    if (isAt(end)) {
      offset += 1;
      return undefined;
    }
    for (;;) {
      const inItem = (isObject ? findInName() : undefined) ?? findInValue(depth + 1);
      if (inItem) return inItem;
      if (isAt(end)) {
        offset += 1;
        return undefined;
      }
      if (!isAt(",")) return mistake(`needs a comma or ${end}`);
      offset += 1;
    }
  }

  if (!isAt("{")) return mistake("must be an object in braces");
  const inObject = findInValue(1);
  if (inObject) return inObject;
  take(space);
  return offset < text.length ? mistake("has text after its end") : undefined;
}

/** The line and column, both from 1, of a character of a text. */
export function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  let [line, start] = [1, 0];
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}
