import { bindArguments, findFormat, type BoundArgument, type Format, type Parameter } from "@platen/formats";
import { isExpression, readExpression, subjectText, type Expression, type FormatCall } from "@platen/mustache";

/** A range of a tag's text. `end` is exclusive. */
type Span = { start: number; end: number };

/** An argument as written, such as `EUR` or `height=12mm`, with its parameter. */
export type WrittenArgument = Span & { bound: BoundArgument };

/** A format as written, with its arguments. `format` is undefined if Platen has none of that name. */
export type WrittenCall = Span & { call: FormatCall; format: Format | undefined; args: WrittenArgument[] };

/** The text of a tag with the places of its formats, so that an edit keeps all other characters. */
export type WrittenExpression = { text: string; subject: string; expression: Expression; calls: WrittenCall[] };

/** Reads the text of a tag; undefined for an expression with a mistake in its syntax. */
export function readWritten(text: string): WrittenExpression | undefined {
  if (!isExpression(text)) {
    return { text, subject: text, expression: { subject: { kind: "path", path: text }, formats: [] }, calls: [] };
  }
  const { expression } = readExpression(text);
  if (!expression) return undefined;
  const { formats } = expression;
  const calls = formats.map((call, index) => readCall(text, call, formats[index + 1]?.offset));
  return { text, subject: subjectText(text), expression, calls };
}

function readCall(text: string, call: FormatCall, nextStart: number | undefined): WrittenCall {
  const rest = text.slice(0, nextStart).trimEnd();
  const end = nextStart === undefined ? rest.length : rest.slice(0, -1).trimEnd().length;
  const format = findFormat(call.name);
  const bound = format ? bindArguments(format, call).bound : [];
  const args = call.args.flatMap(({ offset }, index): WrittenArgument[] => {
    const found = bound.find((argument) => argument.offset === offset);
    const argumentEnd = text.slice(0, call.args[index + 1]?.offset ?? end).trimEnd().length;
    return found ? [{ bound: found, start: offset, end: argumentEnd }] : [];
  });
  return { call, format, args, start: call.offset, end };
}

/** Replaces the subject and keeps the formats. */
export function setSubject({ text, subject }: WrittenExpression, next: string): string {
  return next + text.slice(subject.length);
}

/** Appends a format, such as `money EUR`. */
export function addFormat({ text }: WrittenExpression, call: string): string {
  return `${text} | ${call}`;
}

/** Inserts a format before another one. */
export function addFormatBefore({ text, subject, calls }: WrittenExpression, index: number, call: string): string {
  const at = calls[index - 1]?.end ?? subject.length;
  return `${text.slice(0, at)} | ${call}${text.slice(at)}`;
}

/** Removes a format together with its pipe. */
export function removeFormat({ text, subject, calls }: WrittenExpression, index: number): string {
  const call = calls[index];
  if (!call) return text;
  return text.slice(0, calls[index - 1]?.end ?? subject.length) + text.slice(call.end);
}

/** Exchanges a format with the one after it. */
export function swapFormats({ text, calls }: WrittenExpression, index: number): string {
  const [first, second] = [calls[index], calls[index + 1]];
  if (!first || !second) return text;
  const between = text.slice(first.end, second.start);
  return text.slice(0, first.start) + textOf(text, second) + between + textOf(text, first) + text.slice(second.end);
}

function textOf(text: string, { start, end }: Span): string {
  return text.slice(start, end);
}

/** The arguments of a parameter as written, without `name=`. Only a rest parameter has more than one. */
export function valuesOf({ text }: WrittenExpression, call: WrittenCall, parameter: Parameter): string[] {
  return call.args
    .filter(({ bound }) => bound.parameter === parameter)
    .map((argument) => valueOf(text, call, argument));
}

function valueOf(text: string, { call }: WrittenCall, argument: WrittenArgument): string {
  const name = call.args.find(({ offset }) => offset === argument.start)?.name;
  return text.slice(argument.start + (name === undefined ? 0 : name.length + 1), argument.end);
}

/** One argument to set: the first of its parameter unless `at` says which. */
export type Slot = { parameter: Parameter; at?: number };

/**
 * Writes, replaces or, for undefined, removes an argument. Returns undefined where no call says it. Changes the argument
 * alone if the others keep their meaning then; otherwise it writes the arguments of this format with their names.
 */
export function setArgument(
  written: WrittenExpression,
  index: number,
  { parameter, at = 0 }: Slot,
  value: string | undefined,
): string | undefined {
  const call = written.calls[index];
  if (!call?.format) return undefined;
  const wanted = new Map(call.format.parameters.map((one) => [one, valuesOf(written, call, one)]));
  const values = wanted.get(parameter) ?? [];
  wanted.set(
    parameter,
    value === undefined ? values.toSpliced(at, 1) : at < values.length ? values.with(at, value) : [...values, value],
  );
  const candidates = [
    ...inPlace(written, call, { parameter, at }, value),
    written.text.slice(0, call.start) + writeCall(call.format, wanted) + written.text.slice(call.end),
  ];
  return candidates.find((text) => says(text, index, wanted));
}

function* inPlace(
  { text }: WrittenExpression,
  call: WrittenCall,
  { parameter, at = 0 }: Slot,
  value: string | undefined,
): Generator<string> {
  const existing = call.args.filter(({ bound }) => bound.parameter === parameter)[at];
  if (existing) {
    const before = call.args.findLast(({ end }) => end <= existing.start)?.end ?? call.start + call.call.name.length;
    const start = existing.end - valueOf(text, call, existing).length;
    yield value === undefined
      ? text.slice(0, before) + text.slice(existing.end)
      : text.slice(0, start) + value + text.slice(existing.end);
    return;
  }
  if (value === undefined) return;
  if (!parameter.isNamed) {
    const order = call.format?.parameters ?? [];
    const isBefore = ({ bound }: WrittenArgument) => order.indexOf(bound.parameter) <= order.indexOf(parameter);
    const end = call.args.findLast(isBefore)?.end ?? call.start + call.call.name.length;
    yield `${text.slice(0, end)} ${value}${text.slice(end)}`;
  }
  yield `${text.slice(0, call.end)} ${parameter.name}=${value}${text.slice(call.end)}`;
}

/** Whether a text gives each parameter of a format the wanted values. */
function says(text: string, index: number, wanted: ReadonlyMap<Parameter, readonly string[]>): boolean {
  const written = readWritten(text);
  const call = written?.calls[index];
  if (!written || !call || call.args.length !== call.call.args.length) return false;
  return [...wanted].every(
    ([parameter, values]) => JSON.stringify(valuesOf(written, call, parameter)) === JSON.stringify(values),
  );
}

/** Writes a call. After a left-out argument, the others have names. */
export function writeCall(format: Format, values: ReadonlyMap<Parameter, readonly string[]>): string {
  const pieces = [format.name];
  let isComplete = true;
  for (const parameter of format.parameters) {
    const given = values.get(parameter) ?? [];
    const needsName = parameter.isNamed === true || !isComplete;
    for (const value of given) pieces.push(needsName && !parameter.isRest ? `${parameter.name}=${value}` : value);
    if (given.length === 0 && !parameter.isNamed) isComplete = false;
  }
  return pieces.join(" ");
}
