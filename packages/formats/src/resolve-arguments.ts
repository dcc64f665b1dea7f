import type { FormatArgument, FormatCall, Literal, TagScope } from "@platen/mustache";
import type { Arguments, Format, Parameter } from "./format.ts";
import { meantName, shownName } from "./meant-name.ts";
import { signatureOf } from "./registry.ts";

/**
 * An argument with its meaning: a name of the data, or a value that the template fixes. The offset counts characters from
 * the start of the tag's text.
 */
export type BoundArgument = { parameter: Parameter; offset: number } & (
  | { kind: "name"; path: string }
  | { kind: "value"; value: Literal }
);

/** A mistake of a call. The offset counts characters from the start of the tag's text. */
export type CallMistake = { offset: number; message: string };

/** Gives each argument of a call its parameter and its meaning, and finds the mistakes that no data can mend. */
export function bindArguments(format: Format, call: FormatCall): { bound: BoundArgument[]; mistakes: CallMistake[] } {
  const bound: BoundArgument[] = [];
  const mistakes: CallMistake[] = [];
  const given = new Set<Parameter>();
  const explain = (offset: number, message: string) => {
    mistakes.push({ offset, message: `${message} Write ${signatureOf(format)}.` });
  };

  for (const argument of call.args) {
    const parameter = parameterOf(format, argument, given);
    if (!parameter) {
      const what = argument.name === undefined ? "so many arguments" : `argument "${shownName(argument.name)}"`;
      explain(argument.offset, `"${format.name}" does not take ${what}.`);
      continue;
    }
    given.add(parameter);
    const meaning = bind(parameter, argument);
    const message = mistakeOf(format, meaning, argument);
    if (message !== undefined) mistakes.push({ offset: argument.offset, message });
    bound.push(meaning);
  }
  for (const parameter of format.parameters) {
    if (parameter.isRequired && !given.has(parameter)) {
      explain(call.offset, `"${format.name}" needs the argument "${parameter.name}".`);
    }
  }
  return { bound, mistakes };
}

/** The values of the arguments where a tag stands, by the names of their parameters. */
export function resolveArguments(bound: readonly BoundArgument[], scope: TagScope): Arguments {
  const values: Record<string, unknown> = {};
  const rest: unknown[] = [];
  for (const argument of bound) {
    const value = argument.kind === "name" ? scope.lookUp(argument.path) : argument.value;
    const { parameter } = argument;
    if (parameter.isRest) {
      rest.push(value);
      values[parameter.name] = rest;
    } else values[parameter.name] = value;
  }
  return values;
}

const currencyCode = /^[A-Z]{3}$/;

/** The parameter of an argument: that of its name, or that which knows its word, or the next one. */
function parameterOf(
  { parameters }: Format,
  argument: FormatArgument,
  given: ReadonlySet<Parameter>,
): Parameter | undefined {
  const open = parameters.filter((parameter) => parameter.isRest || !given.has(parameter));
  if (argument.name !== undefined) return open.find(({ name, isRest }) => name === argument.name && !isRest);
  const inOrder = open.filter(({ isNamed }) => !isNamed);
  if (argument.kind === "bare") {
    const { text } = argument;
    const knowing =
      inOrder.find(({ words }) => words?.includes(text)) ??
      inOrder.find(({ isCurrency }) => isCurrency && currencyCode.test(text));
    if (knowing) return knowing;
  }
  return inOrder[0];
}

function bind(parameter: Parameter, argument: FormatArgument): BoundArgument {
  const { offset } = argument;
  if (argument.kind === "literal") return { parameter, offset, kind: "value", value: argument.value };
  const { text } = argument;
  const isFixed =
    parameter.isField ||
    parameter.isWord ||
    parameter.words?.includes(text) ||
    (parameter.isCurrency && currencyCode.test(text)) ||
    // A size such as 24mm.
    /^-?\d/.test(text);
  return isFixed ? { parameter, offset, kind: "value", value: text } : { parameter, offset, kind: "name", path: text };
}

function mistakeOf(format: Format, bound: BoundArgument, argument: FormatArgument): string | undefined {
  const { parameter } = bound;
  if (bound.kind === "name") {
    const wrongName = argument.name === undefined ? parameter.checkName?.(bound.path) : undefined;
    if (wrongName !== undefined) return wrongName;
    // `style=long` says that a name of the data is meant, however near to a word.
    const near = argument.name === undefined ? meantName(bound.path, parameter.words ?? []) : undefined;
    if (near === undefined) return undefined;
    const name = shownName(bound.path);
    return `"${format.name}" has no word "${name}"; did you mean "${near}"? Write ${parameter.name}=${name} for a name of the data.`;
  }
  const { value } = bound;
  const { name, words, check } = parameter;
  // A number is no field of the items.
  if (parameter.isField && typeof value === "number")
    return `The argument "${name}" of "${format.name}" must be a name.`;
  const isWord = typeof value === "string" && words?.includes(value);
  const wrong = isWord ? undefined : check?.(value);
  if (wrong !== undefined) return `The argument "${name}" of "${format.name}" ${wrong}.`;
  if (words && !check && !isWord && argument.name === undefined) {
    return `The argument "${name}" of "${format.name}" must be one of ${words.join(", ")}.`;
  }
  const isNumber = typeof value === "number" || (typeof value === "string" && /^-?\d+(?:\.\d+)?$/.test(value));
  if (parameter.type === "number" && !isNumber && !(typeof value === "string" && parameter.words?.includes(value))) {
    return `The argument "${parameter.name}" of "${format.name}" must be a number or a name of the data.`;
  }
  if (parameter.type === "boolean" && typeof value !== "boolean") {
    return `The argument "${parameter.name}" of "${format.name}" must be true, false or a name of the data.`;
  }
  return undefined;
}
