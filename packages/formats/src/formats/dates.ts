import {
  createCalendarTime,
  daysOfMonth,
  fromUtcDate,
  inZone,
  isoWeekOf,
  readCalendarTime,
  readClock,
  toIsoText,
  toUtcDate,
  type CalendarTime,
} from "../calendar-time.ts";
import { findPatternMistake, printByPattern } from "../date-pattern.ts";
import { toDecimal } from "../decimal.ts";
import { asItIs, unformattable } from "../as-it-is.ts";
import type { Example, Format, FormatOf } from "../format.ts";
import { dateFormat, digits } from "../intl.ts";
import { shownName } from "../meant-name.ts";

type DateFormat = FormatOf<CalendarTime> & {
  gives: Format["gives"];
  /** Also takes a time of day without a date. */
  takesClock?: boolean;
};

function dateOf({ takesClock = false, of, ...format }: DateFormat): Format {
  return {
    kind: "dates",
    takes: "date",
    parameters: [],
    ...format,
    apply(value, args, context) {
      const date = readCalendarTime(value, context.timeZone) ?? (takesClock ? readClock(value) : undefined);
      return asItIs(value, date === undefined ? unformattable : of(date, args, context), context);
    },
  };
}

/** The fields are those of the document's clock already, so Intl must not move them. */
function print(date: CalendarTime, locale: string, options: Intl.DateTimeFormatOptions): string {
  return dateFormat(locale, { timeZone: "UTC", ...options }).format(toUtcDate(date));
}

const lengths = ["short", "medium", "long", "full"] as const;
type Length = (typeof lengths)[number];
const lengthOf = (style: unknown): Length => lengths.find((length) => length === style) ?? "medium";

/** Explains what is wrong with a pattern in quotes. */
export function checkPattern(value: unknown): string | undefined {
  const mistake = typeof value === "string" ? findPatternMistake(value) : "must be a text such as 'd. MMMM yyyy'";
  return mistake === undefined ? undefined : `is a pattern that ${mistake}`;
}

/** Finds a pattern without its quotes, such as `dd.MM.yyyy`, which would be a name of the data. */
function checkBarePattern(name: string): string | undefined {
  const isPattern = /^[dMyHhms]+(?:[.:/-][dMyHhms]+)+$/.test(name) && /([dMyHhms])\1/.test(name);
  return isPattern ? `A pattern stands in quotes: '${shownName(name)}'.` : undefined;
}

export const dateStyles = [...lengths, "iso", "month", "weekday", "year", "week"] as const;

export function printDate(date: CalendarTime, style: unknown, locale: string): unknown {
  switch (style) {
    case undefined:
    case "short":
    case "medium":
    case "long":
    case "full":
      return print(date, locale, { dateStyle: lengthOf(style) });
    case "iso":
      return toIsoText(createCalendarTime({ ...date, time: undefined }));
    case "month":
      return print(date, locale, { month: "long", year: "numeric" });
    case "weekday":
      return print(date, locale, { weekday: "long" });
    case "year":
      return print(date, locale, { year: "numeric" });
    case "week":
      return digits(locale, isoWeekOf(date).week, 1);
    default:
      return (typeof style === "string" ? printByPattern(date, style, locale) : undefined) ?? unformattable;
  }
}

const units = ["days", "weeks", "months", "years", "day", "week", "month", "year"] as const;

/** Moves a date by days or months. A day that the new month does not have becomes its last day. */
function move(date: CalendarTime, count: number, unit: unknown): CalendarTime | undefined {
  const known = units.find((word) => word === unit);
  if (known === undefined) return undefined;
  const word = known.replace(/s$/, "");
  const moved = toUtcDate(date);
  if (word === "day" || word === "week") moved.setUTCDate(moved.getUTCDate() + count * (word === "week" ? 7 : 1));
  else {
    const months = date.year * 12 + date.month - 1 + count * (word === "year" ? 12 : 1);
    const year = Math.floor(months / 12);
    const month = (((months % 12) + 12) % 12) + 1;
    if (year < 1 || year > 9_999) return undefined;
    moved.setUTCFullYear(year, month - 1, Math.min(date.day, daysOfMonth(year, month)));
  }
  const result = fromUtcDate(moved, date);
  return result.year >= 1 && result.year <= 9_999 ? result : undefined;
}

function moving(name: string, direction: 1 | -1, description: string, example: Example): Format {
  return dateOf({
    name,
    description,
    parameters: [
      { name: "count", isRequired: true },
      { name: "unit", words: units, isRequired: true },
    ],
    examples: [example],
    gives: "date",
    of(date, { count, unit }) {
      const steps = Number(toDecimal(count) ?? NaN);
      if (!Number.isInteger(steps)) return unformattable;
      return move(date, direction * steps, unit) ?? unformattable;
    },
  });
}

/** Midnight of a date, as if it were in UTC. */
const dayOf = (date: CalendarTime) => toUtcDate(createCalendarTime({ ...date, time: undefined })).getTime();

const timeStyles = ["short", "medium"] as const;

/** Dates: a calendar day stays the same day everywhere; a date with an offset is shown in the document's time zone. */
export const dateFormats: readonly Format[] = [
  dateOf({
    name: "date",
    description:
      "Prints a date of ISO 8601, such as `2026-01-31` or `2026-01-31T09:00:00Z`. `short`, `medium` (the default), `long` and `full` are its lengths; `iso`, `month`, `weekday`, `year` and `week` print one form or part; a text in quotes is a [pattern of Unicode](https://unicode.org/reports/tr35/tr35-dates.html#Date_Field_Symbol_Table). A date without a time is a calendar day, which no time zone changes.",
    parameters: [{ name: "style", words: dateStyles, check: checkPattern, checkName: checkBarePattern }],
    examples: [
      { template: "{{ due | date }}, {{ due | date long }}", data: { due: "2026-01-31" } },
      { template: "{{ due | date 'd. MMMM yyyy' }}", data: { due: "2026-01-31" } },
      { template: "{{ due | date month }}, {{ due | date weekday }}", data: { due: "2026-01-31" } },
    ],
    gives: "text",
    of: (date, { style }, { locale }) => printDate(date, style, locale),
  }),
  dateOf({
    name: "time",
    description:
      "Prints the time of day of a date, or of a text such as `14:30`. `medium` has seconds; a text in quotes is a pattern.",
    parameters: [{ name: "style", words: timeStyles, check: checkPattern, checkName: checkBarePattern }],
    examples: [{ template: "{{ start | time }}, {{ start | time 'HH:mm' }}", data: { start: "2026-01-31T14:30:00" } }],
    gives: "text",
    takesClock: true,
    of(date, { style }, { locale }) {
      if (!date.time) return unformattable;
      if (style === undefined || style === "short" || style === "medium") {
        return print(date, locale, { timeStyle: style ?? "short" });
      }
      return (typeof style === "string" ? printByPattern(date, style, locale) : undefined) ?? unformattable;
    },
  }),
  dateOf({
    name: "datetime",
    description: "Prints date and time together: `short`, `medium` (the default), `long` or `full`.",
    parameters: [{ name: "style", words: lengths }],
    examples: [{ template: "{{ sent | datetime }}", data: { sent: "2026-01-31T14:30:00" } }],
    gives: "text",
    of(date, { style }, { locale }) {
      const dateStyle = lengthOf(style);
      return date.time ? print(date, locale, { dateStyle, timeStyle: "short" }) : print(date, locale, { dateStyle });
    },
  }),
  {
    name: "unix",
    kind: "dates",
    takes: "number",
    gives: "date",
    parameters: [{ name: "unit", words: ["s", "ms"] }],
    description:
      "Turns seconds since 1970 into a date in the document's time zone; `ms` says that they are milliseconds. Other formats take no bare number for a date.",
    examples: [{ template: "{{ paidAt | unix | date }}", data: { paidAt: 1769817600 } }],
    apply(value, { unit }, context) {
      const milliseconds = Number(toDecimal(value) ?? NaN) * (unit === "ms" ? 1 : 1_000);
      return asItIs(value, inZone(milliseconds, context.timeZone) ?? unformattable, context);
    },
  },
  moving(
    "later",
    1,
    "Moves a date forward by days, weeks, months or years. A day that the new month does not have becomes its last day.",
    { template: "{{ issued | later 14 days | date }}", data: { issued: "2026-01-31" } },
  ),
  moving("earlier", -1, "Moves a date back, as `later` moves it forward.", {
    template: "{{ due | earlier 1 month | date }}",
    data: { due: "2026-03-31" },
  }),
  dateOf({
    name: "until",
    description:
      "Gives the number of days from a date to another one, without the time of day; it is negative if the other date is earlier.",
    parameters: [{ name: "other", isRequired: true }],
    examples: [
      {
        template: "{{ due | until paid | plural 'one day late' '# days late' }}",
        data: { due: "2026-01-31", paid: "2026-02-14" },
      },
    ],
    gives: "number",
    of(date, { other }, { timeZone }) {
      const end = readCalendarTime(other, timeZone);
      return end === undefined ? unformattable : (dayOf(end) - dayOf(date)) / 86_400_000;
    },
  }),
];
