import { isoWeekOf, toUtcDate, type CalendarTime } from "./calendar-time.ts";
import { dateFormat } from "./intl.ts";

type Names = { locale: string };
type Field = (date: CalendarTime, names: Names) => string;

const padded = (length: number, value: (date: CalendarTime) => number): Field => {
  return (date) => String(value(date)).padStart(length, "0");
};
const timeOf = ({ time }: CalendarTime) => time ?? { hour: 0, minute: 0, second: 0 };

/** The name of a part of the date in the document's language. */
function named(options: Intl.DateTimeFormatOptions, part: "month" | "weekday" | "dayPeriod" | "era"): Field {
  return (date, { locale }) => {
    const parts = dateFormat(locale, { timeZone: "UTC", ...options }).formatToParts(toUtcDate(date));
    return parts.find(({ type }) => type === part)?.value ?? "";
  };
}

/** Names of months stand beside a day: many languages decline them there. */
const withDay = { day: "numeric" } as const;

/** The fields of Unicode's date patterns (UTS 35) that Platen knows. */
const fields: Readonly<Record<string, Field>> = {
  y: padded(1, ({ year }) => year),
  yy: padded(2, ({ year }) => year % 100),
  yyyy: padded(4, ({ year }) => year),
  Y: padded(1, (date) => isoWeekOf(date).year),
  YYYY: padded(4, (date) => isoWeekOf(date).year),
  M: padded(1, ({ month }) => month),
  MM: padded(2, ({ month }) => month),
  MMM: named({ month: "short", ...withDay }, "month"),
  MMMM: named({ month: "long", ...withDay }, "month"),
  LLL: named({ month: "short" }, "month"),
  LLLL: named({ month: "long" }, "month"),
  d: padded(1, ({ day }) => day),
  dd: padded(2, ({ day }) => day),
  E: named({ weekday: "short" }, "weekday"),
  EEE: named({ weekday: "short" }, "weekday"),
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

const isLetter = (character: string) => /[A-Za-z]/.test(character);
const maxLength = 100;

/** Reads a pattern such as `d. MMMM yyyy`; a text for a mistake. Quotes make letters a text: `HH 'h' mm`. */
function readPattern(pattern: string): Piece[] | { mistake: string } {
  if (pattern.length > maxLength) return { mistake: `must have at most ${maxLength} characters` };
  const pieces: Piece[] = [];
  let at = 0;
  while (at < pattern.length) {
    const character = pattern.charAt(at);
    if (character === "'" || character === '"') {
      const end = pattern.indexOf(character, at + 1);
      if (end === -1) return { mistake: "has a quote that is never closed" };
      pieces.push(pattern.slice(at + 1, end));
      at = end + 1;
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

/** Explains what is wrong with a date pattern; undefined for a right one. */
export function findPatternMistake(pattern: string): string | undefined {
  const read = readPattern(pattern);
  return "mistake" in read ? read.mistake : undefined;
}

/** Prints a date by a pattern; undefined for a pattern with a mistake. */
export function printByPattern(date: CalendarTime, pattern: string, locale: string): string | undefined {
  const read = readPattern(pattern);
  if ("mistake" in read) return undefined;
  return read.map((piece) => (typeof piece === "string" ? piece : piece(date, { locale }))).join("");
}
