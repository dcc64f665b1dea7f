import { format, getFormatDateInfo, getFormatInfo, getLocale } from "numfmt";
import type { SheetValue } from "../cell.ts";

/** How a sheet shows its values. */
export type Display = {
  /** The language of the person, as a tag that {@link displayLanguage} gives. */
  language: string;
  /** Whether days count from 1904. */
  is1904: boolean;
  hidesZeros: boolean;
};

/** A number keeps so many digits in a spreadsheet. */
const maxDigits = 15;
/** Spreadsheet programs refuse longer number formats. */
const longestFormat = 255;
/** From 1900 to 1904. */
const daysTo1904 = 1_462;
/** Spreadsheets count 29 February 1900, a day that never was. */
const leapDay = 60;
const dayMs = 86_400_000;
const lastYear = 9_999;
/** A cell shows no longer text. */
const longestText = 32_767;

/** The language to show values in: that of the person, or else English. */
export function displayLanguage(tag: string | undefined): string {
  try {
    return tag !== undefined && getLocale(tag) ? tag : "en";
  } catch {
    return "en";
  }
}

type FormatKind = {
  kind: "number" | "date" | "time";
  isGeneral: boolean;
  hasTime: boolean;
  hasFraction: boolean;
  /** It counts hours, minutes or seconds beyond a day: a duration, which may be negative. */
  isElapsed: boolean;
  /** As the library takes it. */
  pattern: string | undefined;
};

function kindOfFormat(pattern: string): FormatKind {
  if (pattern.length > longestFormat)
    return {
      kind: "number",
      isGeneral: false,
      hasTime: false,
      hasFraction: false,
      isElapsed: false,
      pattern: undefined,
    };
  const { isDate, type } = getFormatInfo(pattern);
  const { year, month, day, hours, minutes, seconds } = getFormatDateInfo(pattern);
  const hasTime = hours || minutes || seconds;
  // The library takes the minutes of "mm:ss" for a month.
  const hasDay = year || day || (month && !hasTime);
  return {
    kind: !isDate ? "number" : hasDay ? "date" : "time",
    isGeneral: type === "general" || type === "text",
    hasTime,
    hasFraction: /s\]?[.,]0/i.test(pattern),
    isElapsed: isDate && /\[(?:h+|m+|s+)\]/i.test(pattern),
    // The library writes an amount as the language of its currency does. Programs do not.
    pattern: isDate
      ? pattern
      : pattern.replaceAll(/\[\$([^\]-]*)-[^\]]*\]/g, (_, sign: string) => sign && `[$${sign}]`),
  };
}

/** The date of a day's number in ISO 8601, with the time if there is one; undefined if there is no such day. */
function isoDate(days: number, { hasTime, hasFraction }: FormatKind): string | undefined {
  const unitMs = hasTime ? (hasFraction ? 1 : 1_000) : dayMs;
  const ms = hasTime ? Math.round((days * dayMs) / unitMs) * unitMs : Math.floor(days) * dayMs;
  const day = Math.floor(ms / dayMs);
  if (day < 1 || day === leapDay) return undefined;
  const date = new Date(Date.UTC(1899, 11, day < leapDay ? 31 : 30) + ms);
  if (!(date.getUTCFullYear() <= lastYear)) return undefined;
  const [text, fraction = ""] = date.toISOString().slice(0, -1).split(".");
  return ms % dayMs === 0 ? text?.slice(0, 10) : `${text}${Number(fraction) === 0 ? "" : `.${fraction}`}`;
}

/** Tells what a sheet shows of numbers and truth values, by their number formats. */
export function createDisplay({ language, is1904, hidesZeros }: Display) {
  const kinds = new Map<string, FormatKind>();

  function kindOf(pattern: string): FormatKind {
    const known = kinds.get(pattern) ?? kindOfFormat(pattern);
    kinds.set(pattern, known);
    return known;
  }

  /** The text; undefined for a format that no program accepts, or a date that is out of its range. */
  function textBy({ pattern, kind }: FormatKind, value: number | string): string | undefined {
    // A duration has no first day.
    const options = { locale: language, dateErrorThrows: true, dateSpanLarge: kind === "time" };
    try {
      return pattern === undefined ? undefined : format(pattern, value, options);
    } catch {
      return undefined;
    }
  }

  return {
    numberValue: (stored: number, pattern: string): SheetValue => {
      const own = kindOf(pattern);
      const held = Number(stored.toPrecision(maxDigits));
      if (hidesZeros && held === 0) return { kind: own.kind, held, shown: "" };
      const days = own.kind === "date" && is1904 ? held + daysTo1904 : held;
      // The library is wrong about durations of less than minus a day.
      const isNegative = own.isElapsed && days < 0;
      const found = textBy(own, isNegative ? -days : days)?.trim();
      const text = found !== undefined && isNegative ? `-${found}` : found;
      const date = own.kind === "date" ? isoDate(days, own) : undefined;
      // Programs show "####" for a time before the first day.
      const isBefore = own.kind !== "number" && days < 0 && !isNegative;
      const isUnclear = text === undefined || isBefore || (own.isGeneral && text.includes("E+"));
      return {
        kind: own.kind,
        held,
        shown: text === undefined || isBefore ? "####" : text,
        ...(isUnclear && { isUnclear }),
        ...(date !== undefined && { date }),
      };
    },
    booleanValue: (held: boolean): SheetValue => ({
      kind: "boolean",
      held,
      shown: format("General", held, { locale: language }),
    }),
    /** A number format may add something to a text too. */
    textValue: (stored: string, pattern: string): string => {
      if (!pattern.includes("@") || pattern === "@" || stored.length > longestText) return stored;
      const text = textBy(kindOf(pattern), stored) ?? stored;
      return text.length > longestText ? stored : text;
    },
  };
}
