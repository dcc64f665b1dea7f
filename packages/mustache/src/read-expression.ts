import { insteadOfCall } from "./foreign-call.ts";
import type { Expression, FormatArgument, FormatCall, Literal, Subject } from "./expression.ts";

/** A mistake in the text of a tag. The offset counts characters from the start of that text. */
export type ExpressionMistake = { offset: number; message: string };

export type ReadExpression =
  | { expression: Expression; mistake?: undefined }
  | { expression?: undefined; mistake: ExpressionMistake };

const maxLength = 1_000;
const maxFormats = 8;
const maxArguments = 12;

/** Whether dialect 2 reads a tag's text as an expression. All other texts are plain names, as in every dialect. */
export function isExpression(text: string): boolean {
  return text.includes("|") || text.startsWith("@") || text.startsWith("'") || text.startsWith('"');
}

/** Reads the text of a tag such as `total | money EUR`, in linear time. */
export function readExpression(text: string): ReadExpression {
  if (text.length > maxLength) {
    return { mistake: { offset: 0, message: `A tag with formats has at most ${maxLength} characters.` } };
  }
  const { tokens, mistake } = tokenize(text);
  return mistake ? { mistake } : parse(tokens);
}

/** The part of a tag's text before its first format. A closing tag may repeat only that. */
export function subjectText(text: string): string {
  if (!isExpression(text)) return text;
  const quote = text.charAt(0);
  const subjectEnd = quote === "'" || quote === '"' ? text.indexOf(quote, 1) + 1 : 0;
  const pipe = text.indexOf("|", subjectEnd);
  return (pipe === -1 ? text : text.slice(0, pipe)).trimEnd();
}

type Token = { kind: "pipe" | "bare" | "quoted"; text: string; offset: number; name?: string };
type Tokens = { tokens: Token[]; mistake?: undefined } | { tokens?: undefined; mistake: ExpressionMistake };

const isSpace = /\s/;
const isWordEnd = /[\s|'"=]/;

/** Splits a text into pipes, bare texts and texts in quotes. `name=value` is one token with a name. */
function tokenize(text: string): Tokens {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const offset = at;
    const character = text.charAt(at);
    if (isSpace.test(character)) {
      at += 1;
      continue;
    }
    if (character === "|") {
      tokens.push({ kind: "pipe", text: "|", offset });
      at += 1;
      continue;
    }
    let named: { name?: string } = {};
    if (!isQuote(character)) {
      const word = wordAt(text, at);
      at += word.length;
      if (text.charAt(at) !== "=") {
        tokens.push({ kind: "bare", text: word, offset });
        continue;
      }
      at += 1;
      const value = text.charAt(at);
      if (word === "" || value === "" || (isWordEnd.test(value) && !isQuote(value))) {
        return { mistake: { offset, message: "Write an argument with a name without blanks: height=12mm." } };
      }
      named = { name: word };
    }
    const quote = text.charAt(at);
    if (!isQuote(quote)) {
      const value = wordAt(text, at);
      tokens.push({ kind: "bare", text: value, offset, ...named });
      at += value.length;
      continue;
    }
    const end = text.indexOf(quote, at + 1);
    if (end === -1) return { mistake: { offset: at, message: `A text in quotes is never closed by ${quote}.` } };
    tokens.push({ kind: "quoted", text: text.slice(at + 1, end), offset, ...named });
    at = end + 1;
    if (text.charAt(at) === ")") return { mistake: inParentheses(at) };
    if (at < text.length && !/[\s|]/.test(text.charAt(at))) {
      return { mistake: { offset: at, message: "A blank or | must follow a text in quotes." } };
    }
  }
  return { tokens };
}

function isQuote(character: string): boolean {
  return character === "'" || character === '"';
}

function wordAt(text: string, from: number): string {
  let end = from;
  while (end < text.length && !isWordEnd.test(text.charAt(end))) end += 1;
  return text.slice(from, end);
}

function parse(tokens: readonly Token[]): ReadExpression {
  const [first, second] = tokens;
  if (!first || first.kind === "pipe") {
    return {
      mistake: { offset: first?.offset ?? 0, message: "A name of the data or a text in quotes must stand before |." },
    };
  }
  if (first.name !== undefined) {
    return {
      mistake: { offset: first.offset, message: "A name of the data cannot contain =: write {{ . | get 'a=b' }}." },
    };
  }
  if (second && second.kind !== "pipe") return { mistake: expectedPipe(first, second) };
  const formats: FormatCall[] = [];
  let index = 1;
  while (index < tokens.length) {
    const pipe = tokens[index];
    const format = tokens[index + 1];
    if (!pipe || format?.kind !== "bare" || format.name !== undefined) {
      const offset = (format ?? pipe)?.offset ?? 0;
      const either = format?.kind === "pipe" ? " For a || b, write a | or b." : "";
      return {
        mistake: { offset, message: `The name of a format must follow |, as in {{ total | number 2 }}.${either}` },
      };
    }
    const opened = format.text.indexOf("(");
    if (opened !== -1) return { mistake: inParentheses(format.offset + opened, format.text.slice(0, opened)) };
    if (format.text.endsWith(":")) {
      const name = format.text.slice(0, -1);
      const message = `Write the arguments of a format after a blank, not after a colon: ${insteadOfCall(name) ?? name} ….`;
      return { mistake: { offset: format.offset, message } };
    }
    if (formats.length === maxFormats) {
      return { mistake: { offset: format.offset, message: `A tag has at most ${maxFormats} formats.` } };
    }
    const args: FormatArgument[] = [];
    index += 2;
    for (let token = tokens[index]; token && token.kind !== "pipe"; token = tokens[index]) {
      if (args.length === maxArguments) {
        return { mistake: { offset: token.offset, message: `A format has at most ${maxArguments} arguments.` } };
      }
      if (token.kind === "bare" && token.text.startsWith("(")) return { mistake: inParentheses(token.offset) };
      args.push(toArgument(token));
      index += 1;
    }
    formats.push({ name: format.text, args, offset: format.offset });
  }
  return { expression: { subject: toSubject(first), formats } };
}

function inParentheses(offset: number, called?: string): ExpressionMistake {
  const instead =
    called === "format"
      ? "Write {{ total | number 2 }}."
      : called === undefined || called === ""
        ? "Write formats one after the other, or name a result: {{# a | plus b | as c }} … {{/a}}."
        : `Write the arguments of a format after a blank: ${insteadOfCall(called) ?? called} ….`;
  return { offset, message: `A tag has no parentheses. ${instead}` };
}

function expectedPipe(first: Token, second: Token): ExpressionMistake {
  const example =
    first.kind === "bare" && second.kind === "bare"
      ? ` Write a name that contains a blank as {{ . | get '${first.text} ${second.text}' }}.`
      : "";
  return { offset: second.offset, message: `Only | and a format can follow the first name of a tag.${example}` };
}

const keywords = new Map<string, Literal>([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** The number, true, false or null that a bare text says. */
function literalOf(text: string): Literal | undefined {
  if (/^-?\d{1,40}(?:\.\d{1,40})?$/.test(text)) {
    const value = Number(text);
    // A number whose digits a double does not keep stays a text, which formats read exactly.
    return String(value) === text ? value : text;
  }
  return keywords.get(text);
}

function toSubject({ kind, text }: Token): Subject {
  if (kind === "quoted") return { kind: "literal", value: text };
  if (text.startsWith("@")) return { kind: "builtin", path: text.slice(1) };
  const value = literalOf(text);
  return value === undefined ? { kind: "path", path: text } : { kind: "literal", value };
}

function toArgument({ kind, text, offset, name }: Token): FormatArgument {
  const place = { offset, ...(name !== undefined && { name }) };
  const value = kind === "quoted" ? text : literalOf(text);
  return value === undefined ? { ...place, kind: "bare", text } : { ...place, kind: "literal", value };
}
