import { NoEqual } from "./no-equal.ts";

/**
 * Writes expressions of PHP, as Blade has them, as expressions of Jinja with the same meaning. An expression without one
 * becomes a call, which the reader of Jinja lists.
 */
export function jinjaOfPhp(text: string): string {
  try {
    return translate(text);
  } catch (error) {
    if (!(error instanceof NoEqual)) throw error;
    return "php()";
  }
}

/** `foreach ($lines as $line)` as a loop of Jinja. `isUsed` says whether the template reads a variable. */
export function loopOfPhp(text: string, isUsed: (variable: string) => boolean): string {
  const [, list, key, value] = /^(.*)\s+as\s+(?:\$(\w+)\s*=>\s*)?\$(\w+)$/s.exec(text.trim()) ?? [];
  if (list === undefined || value === undefined) return "for php()";
  const translated = jinjaOfPhp(list);
  return key === undefined || !isUsed(key)
    ? `for ${value} in ${translated}`
    : `for ${key}, ${value} in ${translated}.items()`;
}

const longest = 1_000;
const deepest = 50;
const token =
  /\s*(?:('[^']*'|"[^"$]*")|(\d+(?:\.\d+)?)|(\$?\\?[A-Za-z_][\w\\]*)|(===|!==|==|!=|<>|<=|>=|=>|&&|\|\||\?->|->|::|\?\?|\?:|[-+*/.<>!?:()[\],]))/y;

type Token = { kind: "text" | "number" | "name" | "mark"; text: string };

function tokensOf(text: string): Token[] {
  if (text.length > longest) throw new NoEqual("The tag is too long.");
  const tokens: Token[] = [];
  const end = text.trimEnd().length;
  for (let at = 0; at < end;) {
    token.lastIndex = at;
    const found = token.exec(text);
    if (!found) throw new NoEqual("Platen does not read this tag.");
    const [, written, number, name, mark] = found;
    if (written !== undefined) tokens.push({ kind: "text", text: written });
    else if (number !== undefined) tokens.push({ kind: "number", text: number });
    else if (name !== undefined) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "mark", text: mark ?? "" });
    at = token.lastIndex;
  }
  return tokens;
}

/** Functions with one argument, and the filter of Jinja that does the same. */
const filters: Readonly<Record<string, string>> = {
  strtoupper: "upper",
  mb_strtoupper: "upper",
  strtolower: "lower",
  mb_strtolower: "lower",
  ucfirst: "ucfirst",
  trim: "trim",
  nl2br: "nl2br",
  e: "e",
  count: "sizeof",
  sizeof: "sizeof",
  abs: "abs",
};
/** Functions that give the address of a file. */
const addresses = new Set(["asset", "secure_asset", "public_path", "url", "mix"]);
const comparisons: Readonly<Record<string, string>> = {
  "===": "==",
  "==": "==",
  "!==": "!=",
  "!=": "!=",
  "<>": "!=",
  "<": "<",
  ">": ">",
  "<=": "<=",
  ">=": ">=",
};
const loopFields: Readonly<Record<string, string>> = {
  iteration: "index",
  index: "index0",
  first: "first",
  last: "last",
  count: "length",
};
const words = new Set(["true", "false", "null"]);

function translate(text: string): string {
  const tokens = tokensOf(text);
  let at = 0;
  let depth = 0;

  const isAt = (mark: string) => tokens[at]?.kind === "mark" && tokens[at]?.text === mark;
  function take(mark: string): boolean {
    if (!isAt(mark)) return false;
    at += 1;
    return true;
  }
  function expect(mark: string): void {
    if (!take(mark)) throw new NoEqual(`Platen does not read this tag: ${mark} is missing.`);
  }
  /** Operands with marks between them. */
  function readChain(marks: Readonly<Record<string, string>>, read: () => string): string {
    let written = read();
    for (;;) {
      const mark = tokens[at];
      const other = mark?.kind === "mark" && Object.hasOwn(marks, mark.text) ? marks[mark.text] : undefined;
      if (other === undefined) return written;
      at += 1;
      written = `${written} ${other} ${read()}`;
    }
  }

  function readChoice(): string {
    depth += 1;
    if (depth > deepest) throw new NoEqual("The tag is nested too deep.");
    const condition = readFallback();
    let written = condition;
    if (take("?:")) written = filtered(condition, `default(${readFallback()}, true)`);
    else if (take("?")) {
      const yes = readFallback();
      expect(":");
      written = [yes, "if", condition, "else", readFallback()].join(" ");
    }
    depth -= 1;
    return written;
  }
  function readFallback(): string {
    const value = readAny();
    return take("??") ? filtered(value, `default(${readFallback()})`) : value;
  }
  const readAny = () => readChain({ "||": "or" }, readAll);
  const readAll = () => readChain({ "&&": "and" }, readComparison);
  const readComparison = () => readChain(comparisons, readSum);
  const readSum = () => readChain({ "+": "+", "-": "-", ".": "~" }, readProduct);
  const readProduct = () => readChain({ "*": "*", "/": "/" }, readSigned);
  function readSigned(): string {
    if (take("!")) return `not ${readSigned()}`;
    if (take("-")) return `-${readSigned()}`;
    return readSteps(readOperand());
  }

  function readArguments(): string[] {
    const values: string[] = [];
    while (!isAt(")") && at < tokens.length) {
      values.push(readChoice());
      if (!take(",")) break;
    }
    expect(")");
    return values;
  }

  function readOperand(): string {
    const next = tokens[at];
    at += 1;
    if (!next) throw new NoEqual("The tag is empty.");
    if (next.kind === "text" || next.kind === "number") return next.text;
    if (next.kind === "mark") {
      if (next.text !== "(") throw new NoEqual(`Platen does not read ${next.text} here.`);
      const inner = readChoice();
      expect(")");
      return `(${inner})`;
    }
    if (next.text.startsWith("$")) return next.text.slice(1);
    if (words.has(next.text.toLowerCase())) return next.text.toLowerCase();
    const name = next.text.slice(next.text.lastIndexOf("\\") + 1);
    if (name === "Carbon" && take("::")) {
      const method = tokens[at]?.text;
      at += 1;
      expect("(");
      const [value] = readArguments();
      if (method === "now") return "'now'";
      if (method === "parse" && value !== undefined) return value;
    } else if (take("(")) return call(name, readArguments());
    throw new NoEqual("Platen calls no functions: send the result in the data.");
  }

  function readSteps(first: string): string {
    let value = first;
    for (;;) {
      if (take("[")) {
        value = `${value}[${readChoice()}]`;
        expect("]");
      } else if (take("->") || take("?->")) {
        const name = tokens[at]?.text ?? "";
        at += 1;
        if (take("(")) value = method(value, name, readArguments());
        else value = value === "loop" ? `loop.${loopFields[name] ?? name}` : `${value}.${name}`;
      } else return value;
    }
  }

  const written = readChoice();
  if (at < tokens.length) throw new NoEqual("Platen does not read this tag.");
  return written;
}

/** A filter of Jinja binds closer than any operator. */
function filtered(value: string, filter: string): string {
  const isPlain = !/\s/.test(value.replaceAll(/'[^']*'|"[^"]*"/g, ""));
  return isPlain ? `${value}|${filter}` : `(${value})|${filter}`;
}

function call(name: string, args: readonly string[]): string {
  const [first, second, ...rest] = args;
  const filter = Object.hasOwn(filters, name) ? filters[name] : undefined;
  if (first === undefined) {
    if (name === "now" || name === "time") return "'now'";
  } else if (second === undefined) {
    if (filter !== undefined) return filtered(first, filter);
    if (addresses.has(name) && first.startsWith("'")) return first;
    if (name === "strtotime") return first;
    if (name === "isset") return `${first} is set`;
    if (name === "empty") return `not ${first}`;
    if (name === "date") return `'now'|date(${first})`;
    if (name === "number_format") return filtered(first, "number_format");
  } else {
    if (name === "date" && rest.length === 0) return filtered(second, `date(${first})`);
    if (name === "implode" && rest.length === 0) return filtered(second, `join(${first})`);
    if (name === "number_format") return filtered(first, `number_format(${[second, ...rest].join(", ")})`);
  }
  throw new NoEqual("Platen calls no functions: send the result in the data.");
}

function method(value: string, name: string, args: readonly string[]): string {
  const [first] = args;
  if ((name === "format" || name === "translatedFormat") && first !== undefined && args.length === 1) {
    return filtered(value, `date(${first})`);
  }
  if (args.length === 0) {
    if (name === "count") return filtered(value, "sizeof");
    if (name === "isEmpty") return `not ${value}`;
    if (name === "isNotEmpty") return value;
    if (name === "toDateString") return filtered(value, "date('Y-m-d')");
  }
  if (name === "sum" && first !== undefined) return filtered(value, `sum(attribute=${first})`);
  throw new NoEqual("Platen calls no functions: send the result in the data.");
}
