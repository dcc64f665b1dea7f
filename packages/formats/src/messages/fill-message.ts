import { escapeHtml, MustacheError, type TagScope } from "@platen/mustache";
import { readCalendarTime, readClock, toUtcDate } from "../calendar-time.ts";
import { bounded, digitsOf, toDecimal, type Decimal } from "../decimal.ts";
import { dateFormat, numberFormat, pluralCategory } from "../intl.ts";
import { textOf } from "../text-of.ts";
import type { Message, MessageNode } from "./message.ts";

/** A value of a placeholder that is not right: the data lacks it, or it does not fit the placeholder. */
export type PlaceholderIssue = { kind: "missing" | "unformattable"; path: string };

export type FillMessageOptions = {
  scope: TagScope;
  /** The language of the text, which decides about plurals, with the region of the document. */
  locale: string;
  timeZone: string;
  /** Whether the tag writes the text's own markup. The data in it is then escaped here. */
  isRaw: boolean;
  /** Changes the literal parts. */
  literal: (text: string) => string;
  onIssue: (issue: PlaceholderIssue) => void;
};

/** A document's limit counts what is written. This one ends a text that repeats long data before it is. */
const maxFilledLength = 10_000_000;

/** Fills a message where its tag stands: placeholders are names, which scopes look up as those of tags. */
export function fillMessage(message: Message, options: FillMessageOptions): string {
  const { scope, locale, timeZone, isRaw, literal, onIssue } = options;
  let length = 0;
  let result = "";

  function add(text: string): void {
    length += text.length;
    if (length > maxFilledLength) {
      throw new MustacheError("too_large", `A filled text exceeds the limit of ${maxFilledLength} characters.`);
    }
    result += text;
  }

  function addData(text: string): void {
    add(isRaw ? escapeHtml(text) : text);
  }

  function addNumber(decimal: Decimal, formatOptions: Intl.NumberFormatOptions): void {
    // Intl formats the text of a number with all its digits; its types know only some texts.
    addData(numberFormat(locale, formatOptions).format(digitsOf(decimal) as Intl.StringNumericLiteral));
  }

  /** Prints a value that does not fit as it is; a list or an object has no text. */
  function addAsItIs(value: unknown, path: string): void {
    onIssue({ kind: "unformattable", path });
    addData(textOf(value) ?? "");
  }

  /** A value of the data; undefined, after a report, for a missing value. JSON's null is a value and prints nothing. */
  function valueOf(path: string): unknown {
    const value = scope.lookUp(path);
    if (value === undefined) onIssue({ kind: "missing", path: scope.pathOf(path) });
    return value ?? undefined;
  }

  function write(nodes: Message, count: Decimal | undefined): void {
    for (const node of nodes) {
      if (typeof node === "string") add(literal(node));
      else if (node.kind === "count") {
        if (count) addNumber(count, {});
      } else writeNode(node, count);
    }
  }

  function writeNode(node: Exclude<MessageNode, string | { kind: "count" }>, count: Decimal | undefined): void {
    const value = valueOf(node.path);
    const path = () => scope.pathOf(node.path);
    switch (node.kind) {
      case "value": {
        const text = textOf(value);
        if (text !== undefined) addData(text);
        else if (value !== undefined) addAsItIs(value, path());
        break;
      }
      case "number": {
        const decimal = toDecimal(value);
        const scaled = decimal && bounded(decimal.times(node.scale));
        if (scaled) addNumber(scaled, node.options);
        else if (value !== undefined) addAsItIs(value, path());
        break;
      }
      case "date": {
        const date = readCalendarTime(value, timeZone) ?? (node.takesClock ? readClock(value) : undefined);
        if (date && (date.time || !node.needsTime)) {
          addData(dateFormat(locale, { timeZone: "UTC", ...node.options }).format(toUtcDate(date)));
        } else if (value !== undefined) addAsItIs(value, path());
        break;
      }
      case "select": {
        const text = textOf(value);
        if (text === undefined && value !== undefined) onIssue({ kind: "unformattable", path: path() });
        write((text === undefined ? undefined : node.cases.get(text)) ?? node.cases.get("other") ?? [], count);
        break;
      }
      case "plural": {
        const decimal = toDecimal(value);
        if (!decimal && value !== undefined) onIssue({ kind: "unformattable", path: path() });
        const shown = decimal && bounded(decimal.minus(node.offset));
        const category = shown ? pluralCategory(locale, shown, node.type) : "other";
        const chosen =
          (decimal && node.exact.get(digitsOf(decimal))) ?? node.cases.get(category) ?? node.cases.get("other");
        write(chosen ?? [], shown);
        break;
      }
      default:
        node satisfies never;
    }
  }

  write(message, undefined);
  return result;
}
