import {
  parse,
  SKELETON_TYPE,
  TYPE,
  type DateElement,
  type MessageFormatElement,
  type NumberElement,
  type PluralElement,
  type SelectElement,
  type TimeElement,
} from "@formatjs/icu-messageformat-parser";
import { parseDateTimeSkeleton, parseNumberSkeleton } from "@formatjs/icu-skeleton-parser";
import type { Message, MessageNode } from "./message.ts";

/** A mistake of a message. The offset counts characters from its start. */
export type MessageMistake = { offset: number; message: string };

export type ReadMessage = { message: Message; mistake?: undefined } | { message?: undefined; mistake: MessageMistake };

const maxLength = 10_000;
const maxDepth = 20;
const maxOffset = 1_000_000;

/** ICU reads no dots in names, so that the parser gets this character, which no text of a translation has. */
const dot = "\uE000";

/** Reads an ICU message such as `Due in {days, plural, one {# day} other {# days}}`. */
export function readMessage(text: string): ReadMessage {
  if (text.length > maxLength)
    return { mistake: { offset: 0, message: `A text has at most ${maxLength} characters.` } };
  const private1 = text.indexOf(dot);
  if (private1 !== -1) {
    return { mistake: { offset: private1, message: "A text must not contain the private character U+E000." } };
  }
  let elements: MessageFormatElement[];
  try {
    elements = parse(text.replaceAll(".", dot), {
      ignoreTag: true,
      captureLocation: true,
      shouldParseSkeletons: false,
    });
  } catch (error) {
    return { mistake: mistakeFrom(error) };
  }
  try {
    return { message: toMessage(elements, 1) };
  } catch (error) {
    if (error instanceof MistakeFound) return { mistake: { offset: error.offset, message: error.message } };
    throw error;
  }
}

/** Says where a conversion found a mistake; never leaves this file. */
class MistakeFound extends Error {
  readonly offset: number;
  constructor(offset: number, message: string) {
    super(message);
    this.offset = offset;
  }
}

const explanations: Readonly<Record<string, string>> = {
  EXPECT_ARGUMENT_CLOSING_BRACE: "The closing } of a placeholder is missing. Write '{' for a brace that is text.",
  EMPTY_ARGUMENT: "A placeholder needs a name of the data: {name}. Write '{' for a brace that is text.",
  MALFORMED_ARGUMENT:
    "A placeholder must be a name of the data, such as {customer.name}. Write '{' for a brace that is text.",
  EXPECT_ARGUMENT_TYPE: "A type must follow the comma: plural, select, selectordinal, number, date or time.",
  INVALID_ARGUMENT_TYPE: "The type must be plural, select, selectordinal, number, date or time.",
  EXPECT_ARGUMENT_STYLE: "A style must follow the comma, such as {due, date, long}.",
  INVALID_NUMBER_SKELETON: "The number skeleton is not valid. Write one such as ::currency/EUR or ::.00.",
  EXPECT_NUMBER_SKELETON: "A number skeleton must follow ::, such as ::currency/EUR.",
  INVALID_DATE_TIME_SKELETON: "The date skeleton is not valid. Write one such as ::yMMMd.",
  EXPECT_DATE_TIME_SKELETON: "A date skeleton must follow ::, such as ::yMMMd.",
  UNCLOSED_QUOTE_IN_ARGUMENT_STYLE: "The closing apostrophe of the style is missing.",
  EXPECT_SELECT_ARGUMENT_OPTIONS: "Cases must follow: {status, select, paid {Paid} other {Open}}.",
  EXPECT_PLURAL_ARGUMENT_OFFSET_VALUE: "A whole number must follow offset:.",
  INVALID_PLURAL_ARGUMENT_OFFSET_VALUE: "The offset must be a whole number.",
  EXPECT_SELECT_ARGUMENT_SELECTOR: "A select needs cases: {status, select, paid {Paid} other {Open}}.",
  EXPECT_PLURAL_ARGUMENT_SELECTOR: "A plural needs cases: {days, plural, one {# day} other {# days}}.",
  EXPECT_SELECT_ARGUMENT_SELECTOR_FRAGMENT: "A text in braces must follow the name of a case: paid {Paid}.",
  EXPECT_PLURAL_ARGUMENT_SELECTOR_FRAGMENT: "A text in braces must follow the name of a case: one {# day}.",
  INVALID_PLURAL_ARGUMENT_SELECTOR: "A case must be zero, one, two, few, many, other, or an exact number such as =0.",
  DUPLICATE_PLURAL_ARGUMENT_SELECTOR: "A plural has the same case twice.",
  DUPLICATE_SELECT_ARGUMENT_SELECTOR: "A select has the same case twice.",
  MISSING_OTHER_CLAUSE: "The case other {…} is missing. It serves all values that have no case.",
};

function mistakeFrom(error: unknown): MessageMistake {
  if (error instanceof RangeError) return { offset: 0, message: tooDeep };
  if (!(error instanceof Error)) throw error;
  const { location } = error as Error & { location?: { start?: { offset?: unknown } } };
  const offset = location?.start?.offset;
  const message = explanations[error.message] ?? "The text is not a valid ICU message.";
  return { offset: typeof offset === "number" ? offset : 0, message };
}

const tooDeep = `A text nests at most ${maxDepth} cases in each other.`;

const withDots = (text: string) => text.replaceAll(dot, ".");
const startOf = ({ location }: Pick<MessageFormatElement, "location">) => location?.start.offset ?? 0;

function toMessage(elements: readonly MessageFormatElement[], depth: number): Message {
  return elements.map((element) => toNode(element, depth));
}

function toNode(element: MessageFormatElement, depth: number): MessageNode {
  if (depth > maxDepth) throw new MistakeFound(startOf(element), tooDeep);
  switch (element.type) {
    case TYPE.literal:
      return withDots(element.value);
    case TYPE.argument:
      return { kind: "value", path: withDots(element.value) };
    case TYPE.number:
      return toNumber(element);
    case TYPE.date:
    case TYPE.time:
      return toDate(element);
    case TYPE.select:
      return { kind: "select", path: withDots(element.value), cases: casesOf(element, depth) };
    case TYPE.plural:
      return toPlural(element, depth);
    case TYPE.pound:
      return { kind: "count" };
    case TYPE.tag:
      // The option ignoreTag makes them text.
      return "";
    default:
      return element satisfies never;
  }
}

function casesOf({ options }: SelectElement | PluralElement, depth: number): Map<string, Message> {
  return new Map(Object.entries(options).map(([name, { value }]) => [withDots(name), toMessage(value, depth + 1)]));
}

const categories = new Set(["zero", "one", "two", "few", "many", "other"]);

function toPlural(element: PluralElement, depth: number): MessageNode {
  const { offset, pluralType = "cardinal" } = element;
  if (Math.abs(offset) > maxOffset) {
    throw new MistakeFound(startOf(element), `The offset of a plural is at most ${maxOffset}.`);
  }
  const all = casesOf(element, depth);
  const unknown = [...all.keys()].find((name) => !name.startsWith("=") && !categories.has(name));
  if (unknown !== undefined) {
    throw new MistakeFound(startOf(element), explanations["INVALID_PLURAL_ARGUMENT_SELECTOR"] ?? "");
  }
  const exact = [...all].flatMap(([name, message]) =>
    name.startsWith("=") ? [[name.slice(1), message] as const] : [],
  );
  const cases = [...all].filter(([name]) => !name.startsWith("="));
  return {
    kind: "plural",
    path: withDots(element.value),
    offset,
    type: pluralType,
    exact: new Map(exact),
    cases: new Map(cases),
  };
}

function toNumber(element: NumberElement): MessageNode {
  const path = withDots(element.value);
  const { style } = element;
  const fail = (message: string) => new MistakeFound(startOf(element), message);
  const number = (options: Intl.NumberFormatOptions, scale = 1): MessageNode => ({
    kind: "number",
    path,
    options,
    scale,
  });
  if (style === undefined || style === null) return number({});
  if (typeof style === "string") {
    if (style === "integer") return number({ maximumFractionDigits: 0 });
    if (style === "percent") return number({ style: "percent" });
    throw fail("The style of a number must be integer, percent or a skeleton such as ::currency/EUR.");
  }
  const tokens = style.tokens.map(({ stem, options }) => ({ stem: withDots(stem), options: options.map(withDots) }));
  try {
    const { scale = 1, ...parsed } = parseNumberSkeleton(tokens);
    // The parser's types differ from Intl's in what older engines lack; Intl itself refuses what it does not know.
    const options = parsed as Intl.NumberFormatOptions;
    void new Intl.NumberFormat("en", options);
    return number(options, scale);
  } catch (error) {
    if (error instanceof MistakeFound) throw error;
    throw fail(explanations["INVALID_NUMBER_SKELETON"] ?? "");
  }
}

const lengths = ["short", "medium", "long", "full"] as const;
const timeFields = ["hour", "minute", "second", "dayPeriod", "fractionalSecondDigits"] as const;

function toDate(element: DateElement | TimeElement): MessageNode {
  const path = withDots(element.value);
  const isTime = element.type === TYPE.time;
  const fail = (message: string) => new MistakeFound(startOf(element), message);
  const { style } = element;
  if (style === undefined || style === null || typeof style === "string") {
    const length = style === undefined || style === null ? "medium" : lengths.find((known) => known === style);
    if (length === undefined) {
      throw fail("The style of a date must be short, medium, long, full or a skeleton such as ::yMMMd.");
    }
    // The longer styles of a time print a zone, and a time without an offset has none.
    const timeStyle = length === "short" ? "short" : "medium";
    return {
      kind: "date",
      path,
      options: isTime ? { timeStyle } : { dateStyle: length },
      needsTime: isTime,
      takesClock: isTime,
    };
  }
  if (style.type !== SKELETON_TYPE.dateTime) throw fail(explanations["INVALID_DATE_TIME_SKELETON"] ?? "");
  try {
    const options = parseDateTimeSkeleton(withDots(style.pattern));
    void new Intl.DateTimeFormat("en", options);
    if (options.timeZoneName !== undefined) throw new RangeError("a zone");
    const needsTime = timeFields.some((field) => options[field] !== undefined);
    return { kind: "date", path, options, needsTime, takesClock: isTime };
  } catch {
    throw fail(explanations["INVALID_DATE_TIME_SKELETON"] ?? "");
  }
}

/** The names of the data that a message reads, each once. */
export function placeholdersOf(text: string): string[] {
  const { message = [] } = readMessage(text);
  const found = new Set<string>();
  const visit = (nodes: Message): void => {
    for (const node of nodes) {
      if (typeof node === "string" || node.kind === "count") continue;
      found.add(node.path);
      if (node.kind === "select" || node.kind === "plural") for (const inner of node.cases.values()) visit(inner);
      if (node.kind === "plural") for (const inner of node.exact.values()) visit(inner);
    }
  };
  visit(message);
  return [...found];
}

/** A placeholder's name with its place in the text of a message. */
export type PlaceOfName = { name: string; start: number; end: number };

/** Where the placeholders of a message have their names; none in a text with a mistake. */
export function namesInMessage(text: string): PlaceOfName[] {
  if (text.length > maxLength || text.includes(dot) || readMessage(text).mistake) return [];
  const visit = (elements: readonly MessageFormatElement[]): PlaceOfName[] =>
    elements.flatMap((element) => {
      if (element.type === TYPE.literal || element.type === TYPE.pound || element.type === TYPE.tag) return [];
      const start = text.indexOf(withDots(element.value), startOf(element) + 1);
      const own = { name: withDots(element.value), start, end: start + element.value.length };
      const inner = element.type === TYPE.select || element.type === TYPE.plural ? Object.values(element.options) : [];
      return [own, ...inner.flatMap(({ value }) => visit(value))];
    });
  return visit(
    parse(text.replaceAll(".", dot), { ignoreTag: true, captureLocation: true, shouldParseSkeletons: false }),
  );
}
