import { dateFormat } from "./intl.ts";

/**
 * A date, with a time of day or without. A date without a time is a calendar day that no zone touches; a time is the one
 * on the clock of the document.
 */
export type CalendarTime = {
  year: number;
  month: number;
  day: number;
  /** Undefined for a calendar day. */
  time: { hour: number; minute: number; second: number } | undefined;
};

const isoText =
  /^(\d{4})-(\d{2})-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,9})?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?$/;
const clockText = /^(\d{2}):(\d{2})(?::(\d{2}))?$/;

function isDay(year: number, month: number, day: number): boolean {
  return year >= 1 && month >= 1 && month <= 12 && day >= 1 && day <= daysOfMonth(year, month);
}

export function daysOfMonth(year: number, month: number): number {
  return utcDate(year, month + 1, 0).getUTCDate();
}

/** A date in UTC, whatever the year: the constructor of Date takes years below 100 for those of the last century. */
function utcDate(year: number, month: number, day: number, hour = 0, minute = 0, second = 0): Date {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second);
  return date;
}

const hasTime = (hour: number, minute: number, second: number) => hour < 24 && minute < 60 && second < 60;

/** Minutes east of UTC. PostgreSQL writes whole hours without minutes: `+01`. */
function offsetMinutes(text: string): number | undefined {
  if (text === "Z" || text === "z") return 0;
  const hours = Number(text.slice(1, 3));
  const minutes = text.length > 3 ? Number(text.slice(-2)) : 0;
  if (hours > 23 || minutes > 59) return undefined;
  return (text.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
}

/**
 * Reads a date of ISO 8601: `2026-01-31`, or with a time of day. With an offset or `Z` it is shown in `timeZone`; without
 * one it is as written. Returns undefined for anything else, a date that does not exist included.
 */
export function readCalendarTime(value: unknown, timeZone: string): CalendarTime | undefined {
  if (isCalendarTime(value)) return value;
  if (typeof value !== "string" || value.length > 40) return undefined;
  const match = isoText.exec(value.trim());
  if (!match) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((part) => Number(part ?? 0));
  if (!isDay(year, month, day)) return undefined;
  if (match[4] === undefined) return createCalendarTime({ year, month, day, time: undefined });
  if (!hasTime(hour, minute, second)) return undefined;
  const offset = match[7];
  if (offset === undefined) return createCalendarTime({ year, month, day, time: { hour, minute, second } });
  const minutes = offsetMinutes(offset);
  if (minutes === undefined) return undefined;
  return inZone(utcDate(year, month, day, hour, minute, second).getTime() - minutes * 60_000, timeZone);
}

/** Reads a time of day without a date, such as `14:30`, for the format `time`. */
export function readClock(value: unknown): CalendarTime | undefined {
  if (typeof value !== "string" || value.length > 40) return undefined;
  const [, hour, minute, second] = clockText.exec(value.trim()) ?? [];
  if (hour === undefined) return undefined;
  const time = { hour: Number(hour), minute: Number(minute), second: Number(second ?? 0) };
  return hasTime(time.hour, time.minute, time.second)
    ? createCalendarTime({ year: 1970, month: 1, day: 1, time })
    : undefined;
}

/** Kept with a limit: Intl takes the name of a zone in any mixture of capitals, and a caller chooses it. */
function partsIn(timeZone: string): Intl.DateTimeFormat {
  return dateFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
}

/** The time on the clocks of a zone at a moment, in milliseconds since the epoch; undefined outside the years 1 to 9999. */
export function inZone(milliseconds: number, timeZone: string): CalendarTime | undefined {
  if (!(Math.abs(milliseconds) <= 8.64e15)) return undefined;
  const parts = new Map(
    partsIn(timeZone)
      .formatToParts(milliseconds)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const year = parts.get("year") ?? 0;
  if (year < 1 || year > 9_999 || milliseconds < -62_135_596_800_000) return undefined;
  return createCalendarTime({
    year,
    month: parts.get("month") ?? 1,
    day: parts.get("day") ?? 1,
    time: { hour: parts.get("hour") ?? 0, minute: parts.get("minute") ?? 0, second: parts.get("second") ?? 0 },
  });
}

/** Known by this class, so that no object of the data can pass for one. */
class MadeCalendarTime implements CalendarTime {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  readonly time: CalendarTime["time"];
  constructor({ year, month, day, time }: CalendarTime) {
    this.year = year;
    this.month = month;
    this.day = day;
    this.time = time;
  }

  /** What a tag without a further format prints. */
  toString(): string {
    return toIsoText(this);
  }
}

const two = (value: number) => String(value).padStart(2, "0");

export function createCalendarTime(fields: CalendarTime): CalendarTime {
  return new MadeCalendarTime(fields);
}

export function isCalendarTime(value: unknown): value is CalendarTime {
  return value instanceof MadeCalendarTime;
}

/** The same fields as a date in UTC, for Intl with the zone UTC. */
export function toUtcDate({ year, month, day, time }: CalendarTime): Date {
  return utcDate(year, month, day, time?.hour, time?.minute, time?.second);
}

/** The fields of a date in UTC, with a time of day if `like` has one. */
export function fromUtcDate(date: Date, like: CalendarTime): CalendarTime {
  return createCalendarTime({
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    time: like.time && { hour: date.getUTCHours(), minute: date.getUTCMinutes(), second: date.getUTCSeconds() },
  });
}

/** ISO 8601 without an offset. */
export function toIsoText({ year, month, day, time }: CalendarTime): string {
  const date = `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}`;
  return time ? `${date}T${two(time.hour)}:${two(time.minute)}:${two(time.second)}` : date;
}

/** Week and its year by ISO 8601: the week with the year's first Thursday is the first. */
export function isoWeekOf({ year, month, day }: CalendarTime): { week: number; year: number } {
  const date = utcDate(year, month, day);
  const thursday = new Date(date);
  thursday.setUTCDate(date.getUTCDate() + 4 - (date.getUTCDay() || 7));
  const weekYear = thursday.getUTCFullYear();
  const firstDay = utcDate(weekYear, 1, 1);
  const week = Math.ceil(((thursday.getTime() - firstDay.getTime()) / 86_400_000 + 1) / 7);
  return { week, year: weekYear };
}
