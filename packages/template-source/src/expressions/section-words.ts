import type { FormatCall } from "@platen/mustache";
import { shownArgument } from "./argument-text.ts";
import { readWritten, valuesOf, type WrittenCall, type WrittenExpression } from "./written-expression.ts";

export type SectionKind = "repeats" | "if" | "unless";

/** Whether a name stands for a list anywhere in the data. That is enough to tell a loop from a condition. */
function isList(name: string, data: unknown): boolean {
  if (Array.isArray(data)) return data.some((item) => isList(name, item));
  if (typeof data !== "object" || data === null) return false;
  const [step = "", ...rest] = name.split(".");
  if (Object.hasOwn(data, step)) {
    const value: unknown = Reflect.get(data, step);
    return rest.length === 0 ? Array.isArray(value) : isList(rest.join("."), value);
  }
  // Inside another section, the name belongs to the items of that section.
  return Object.values(data).some((value) => typeof value === "object" && isList(name, value));
}

type Section = { name: string; isInverted: boolean };

/** How a section behaves: it repeats for each item, or it is printed if, or unless, there is a value. */
export function sectionKind({ name, isInverted }: Section, data: unknown): SectionKind {
  if (isInverted) return "unless";
  return saysList(readWritten(name), data) ? "repeats" : "if";
}

function saysList(written: WrittenExpression | undefined, data: unknown): boolean {
  if (!written) return false;
  const gives = written.calls.at(-1)?.format?.gives;
  if (gives === "list") return true;
  const { subject } = written.expression;
  const isOfList = subject.kind === "path" && (subject.path === "." || isList(subject.path, data));
  return written.calls.length === 0 && isOfList;
}

/** What a section does, in words: "for each of lines, sorted by date", "if status is paid". */
export function sectionWords({ name, isInverted }: Section, data: unknown): string {
  const written = readWritten(name);
  if (!written) return `${isInverted ? "unless" : "if"} ${name}`;
  const { calls } = written;
  if (saysList(written, data)) {
    const words = [subjectWords(written), ...calls.map((call) => listWords(written, call))].join(", ");
    return isInverted ? `if there is nothing in ${words}` : `for each of ${words}`;
  }
  const last = calls.at(-1);
  const holds = last && conditionWords(written, last);
  if (!last || !holds) {
    const words = withFormats(written, calls);
    const { subject } = written.expression;
    if (subject.kind === "builtin" && calls.length === 0 && (subject.path === "first" || subject.path === "last")) {
      return isInverted ? `if ${words}`.replace("it is", "it is not") : `if ${words}`;
    }
    return isInverted ? `if not ${words}` : `if ${words}`;
  }
  return `if ${withFormats(written, calls.slice(0, -1))} ${isInverted ? holds.not : holds.is}`;
}

const builtinWords: Readonly<Record<string, string>> = {
  index: "the position",
  number: "the number of the item",
  first: "it is the first item",
  last: "it is the last item",
  count: "the number of items",
  locale: "the language",
};

function subjectWords({ subject: text, expression: { subject } }: WrittenExpression): string {
  if (subject.kind === "builtin") return builtinWords[subject.path] ?? text;
  return subject.kind === "path" && subject.path === "." ? "the item" : text;
}

function withFormats(written: WrittenExpression, calls: readonly WrittenCall[]): string {
  return [subjectWords(written), ...calls.map(({ start, end }) => written.text.slice(start, end))].join(" · ");
}

/** The arguments of a call as a reader sees them, by their parameters' names. */
function argumentsOf(written: WrittenExpression, call: WrittenCall): (name: string) => string[] {
  return (name) => {
    const parameter = call.format?.parameters.find((one) => one.name === name);
    return parameter ? valuesOf(written, call, parameter).map((value) => shown(value)) : [];
  };
}

/** An empty text would vanish in a sentence. */
function shown(written: string): string {
  const text = shownArgument(written);
  return text.trim() === "" ? `“${text}”` : text;
}

type Condition = { is: string; not: string };

function being(words: string): Condition {
  return { is: `is ${words}`, not: `is not ${words}` };
}

/** A condition in words, and its opposite; undefined for any other format. */
function conditionWords(written: WrittenExpression, call: WrittenCall): Condition | undefined {
  const of = argumentsOf(written, call);
  const [other = "…"] = of("other");
  switch (call.call.name) {
    case "is":
      return being(other);
    case "isnt":
      return { is: `is not ${other}`, not: `is ${other}` };
    case "over":
      return being(`over ${other}`);
    case "under":
      return being(`under ${other}`);
    case "atleast":
      return { is: `is at least ${other}`, not: `is not at least ${other}` };
    case "atmost":
      return { is: `is at most ${other}`, not: `is not at most ${other}` };
    case "between": {
      const [[from = "…"], [to = "…"]] = [of("from"), of("to")];
      return being(`between ${from} and ${to}`);
    }
    case "in": {
      const values = of("values");
      const names = namesIn(call.call);
      // A single name of the data is a list there.
      return being(values.length === 1 && names ? `one of ${values[0] ?? ""}` : alternatives(values));
    }
    case "has": {
      const [item = "…"] = of("item");
      return { is: `has ${item}`, not: `does not have ${item}` };
    }
    case "present":
      return { is: "is there", not: "is missing" };
    case "empty":
      return { is: "is empty", not: "is not empty" };
    default:
      return undefined;
  }
}

function namesIn({ args: [first] }: FormatCall): boolean {
  return first?.kind === "bare";
}

function alternatives(values: readonly string[]): string {
  const last = values.at(-1) ?? "…";
  return values.length < 2 ? last : `${values.slice(0, -1).join(", ")} or ${last}`;
}

function listWords(written: WrittenExpression, call: WrittenCall): string {
  const of = argumentsOf(written, call);
  const [field] = of("field");
  const [count = "…"] = of("count");
  switch (call.call.name) {
    case "sort": {
      const order = of("order")[0] === "desc" ? ", descending" : "";
      return `sorted${field === undefined ? "" : ` by ${field}`}${order}`;
    }
    case "reverse":
      return "in reverse";
    case "where": {
      const [value] = of("value");
      return value === undefined ? `where ${field ?? "…"} is set` : `where ${field ?? "…"} is ${value}`;
    }
    case "take":
      return `the first ${count}`;
    case "skip":
      return `without the first ${count}`;
    case "unique":
      return `each ${field ?? "value"} once`;
    case "groups":
      return `in groups by ${field ?? "…"}`;
    case "map":
      return `only ${field ?? "…"}`;
    case "entries":
      return "by key and value";
    case "chunk":
      return `in rows of ${count}`;
    default:
      return written.text.slice(call.start, call.end);
  }
}
