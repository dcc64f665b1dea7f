import { LRUCache } from "lru-cache";
import { isoWeekOf, toUtcDate, type CalendarTime } from "./calendar-time.ts";
import { dateFormat, digits } from "./intl.ts";

type Names = { locale: string };
type Field = (date: CalendarTime, names: Names) => string;

const padded = (length: number, value: (date: CalendarTime) => number): Field => {
  // In the digits of the language, as the names beside them are in its letters.
  return (date, { locale }) => digits(locale, value(date), length);
};
const timeOf = ({ time }: CalendarTime) => time ?? { hour: 0, minute: 0, second: 0 };

/** The name of a part of the date in the document's language. */
function named(options: Intl.DateTimeFormatOptions, part: "weekday" | "dayPeriod"): Field {
  return (date, { locale }) => partOf(date, locale, options, part);
}

function partOf(date: CalendarTime, locale: string, options: Intl.DateTimeFormatOptions, part: string): string {
  const parts = dateFormat(locale, { timeZone: "UTC", ...options }).formatToParts(toUtcDate(date));
  return parts.find(({ type }) => type === part)?.value ?? "";
}

/** The name of the month. Intl calls only the 3 of the Japanese 3月 the month, so such a name is taken whole. */
function monthName(length: "short" | "long", beside: Intl.DateTimeFormatOptions): Field {
  return (date, { locale }) => {
    const name = partOf(date, locale, { month: length, ...beside }, "month");
    if (Number.isNaN(Number(name))) return name;
    return dateFormat(locale, { timeZone: "UTC", month: length }).format(toUtcDate(date));
  };
}

/** Names of months stand beside a day: many languages decline them there. */
const withDay = { day: "numeric" } as const;
/** Short names of weekdays stand beside a date, where some languages write a full stop. */
const beside = { ...withDay, month: "short" } as const;

/** The fields of Unicode's date patterns (UTS 35) that Platen knows. */
const fields: Readonly<Record<string, Field>> = {
  y: padded(1, ({ year }) => year),
  yy: padded(2, ({ year }) => year % 100),
  yyyy: padded(4, ({ year }) => year),
  Y: padded(1, (date) => isoWeekOf(date).year),
  YYYY: padded(4, (date) => isoWeekOf(date).year),
  M: padded(1, ({ month }) => month),
  MM: padded(2, ({ month }) => month),
  MMM: monthName("short", withDay),
  MMMM: monthName("long", withDay),
  LLL: monthName("short", {}),
  LLLL: monthName("long", {}),
  d: padded(1, ({ day }) => day),
  dd: padded(2, ({ day }) => day),
  E: named({ weekday: "short", ...beside }, "weekday"),
  EEE: named({ weekday: "short", ...beside }, "weekday"),
  EEEE: named({ weekday: "long" }, "weekday"),
  w: padded(1, (date) => isoWeekOf(date).week),
  ww: padded(2, (date) => isoWeekOf(date).week),
  H: padded(1, (date) => timeOf(date).hour),
  HH: padded(2, (date) => timeOf(date).hour),
  h: padded(1, (date) => timeOf(date).hour % 12 || 12),
  hh: padded(2, (date) => timeOf(date).hour % 12 || 12),
  m: padded(1, (date) => timeOf(date).minute),
  mm: padded(2, (date) => timeOf(date).minute),
  s: padded(1, (date) => timeOf(date).second),
  ss: padded(2, (date) => timeOf(date).second),
  a: named({ hour: "numeric", hourCycle: "h12" }, "dayPeriod"),
};

type Piece = string | Field;
type ReadPattern = Piece[] | { mistake: string };

const isLetter = (character: string) => /[A-Za-z]/.test(character);
const maxLength = 100;

/** Reads a text in quotes. Two quotes are one, inside of a text and outside. */
function readQuoted(pattern: string, start: number): { text: string; end: number } | undefined {
  const quote = pattern.charAt(start);
  if (pattern.charAt(start + 1) === quote) return { text: quote, end: start + 2 };
  let text = "";
  let at = start + 1;
  for (;;) {
    const end = pattern.indexOf(quote, at);
    if (end === -1) return undefined;
    text += pattern.slice(at, end);
    at = end + 1;
    if (pattern.charAt(at) !== quote) return { text, end: at };
    text += quote;
    at += 1;
  }
}

/** Reads a pattern such as `d. MMMM yyyy`; a text for a mistake. Quotes make letters a text: `HH 'h' mm`; two are one. */
function readPattern(pattern: string): ReadPattern {
  if (pattern.length > maxLength) return { mistake: `must have at most ${maxLength} characters` };
  const pieces: Piece[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    if (character === "'" || character === '"') {
      const quoted = readQuoted(pattern, at);
      if (!quoted) return { mistake: "has a quote that is never closed" };
      pieces.push(quoted.text);
      at = quoted.end;
    } else if (isLetter(character)) {
      let end = at;
      while (pattern.charAt(end) === character) end += 1;
      const letters = pattern.slice(at, end);
      const field = Object.hasOwn(fields, letters) ? fields[letters] : undefined;
      if (!field) return { mistake: `has the unknown letters ${letters}; known are ${Object.keys(fields).join(" ")}` };
      pieces.push(field);
      at = end;
    } else {
      pieces.push(character);
      at += 1;
    }
  }
  return pieces;
}

/** A template prints by the same few patterns again and again. */
const known = new LRUCache<string, ReadPattern>({ max: 200 });

function knownPattern(pattern: string): ReadPattern {
  const kept = known.get(pattern);
  if (kept) return kept;
  const read = readPattern(pattern);
  if (pattern.length <= maxLength) known.set(pattern, read);
  return read;
}

/** Explains what is wrong with a date pattern; undefined for a right one. */
export function findPatternMistake(pattern: string): string | undefined {
  const read = readPattern(pattern);
  return "mistake" in read ? read.mistake : undefined;
}

/** Prints a date by a pattern; undefined for a pattern with a mistake. */
export function printByPattern(date: CalendarTime, pattern: string, locale: string): string | undefined {
  const read = knownPattern(pattern);
  if ("mistake" in read) return undefined;
  return read.map((piece) => (typeof piece === "string" ? piece : piece(date, { locale }))).join("");
}
