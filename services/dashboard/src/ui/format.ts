import type { Pagination } from "@platen/contracts";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const full = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium" });

const minute = 60;
const hour = 60 * minute;
const dayLength = 24 * hour;

/** A relative time such as "3 hours ago"; more than a month away, the date in the user's time zone. */
export function formatRelative(instant: string, now: number): string {
  const seconds = (Date.parse(instant) - now) / 1_000;
  const distance = Math.abs(seconds);
  if (distance < 45) return "just now";
  if (distance < hour) return relative.format(Math.round(seconds / minute), "minute");
  if (distance < dayLength) return relative.format(Math.round(seconds / hour), "hour");
  if (distance < 30 * dayLength) return relative.format(Math.round(seconds / dayLength), "day");
  return day.format(new Date(instant));
}

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "medium" });
const dayOfYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

/** The time of day to the second in the user's time zone, after the day if that is not today. */
export function formatClock(instant: string, now: number): string {
  const [date, today] = [new Date(instant), new Date(now)];
  const time = clock.format(date);
  if (date.toDateString() === today.toDateString()) return time;
  const isThisYear = date.getFullYear() === today.getFullYear();
  return `${(isThisYear ? dayOfYear : day).format(date)} ${isThisYear ? time : time.slice(0, 5)}`;
}

/** The end of an id, where it differs from others. */
export function shortId(id: string): string {
  return `…${id.slice(-4)}`;
}

/** An instant to the second, in the user's time zone. */
export function formatInstant(instant: string): string {
  return full.format(new Date(instant));
}

/** A duration in a suitable unit. */
export function formatDuration(durationMs: number): string {
  if (durationMs < 1_000) return `${Math.round(durationMs)} ms`;
  if (durationMs < 60_000) return `${(durationMs / 1_000).toFixed(durationMs < 10_000 ? 2 : 1)} s`;
  return `${Math.floor(durationMs / 60_000)} min ${Math.round((durationMs % 60_000) / 1_000)} s`;
}

/** A size in decimal units, as in file managers. */
export function formatSize(sizeBytes: number): string {
  if (sizeBytes < 1_000) return `${sizeBytes} B`;
  if (sizeBytes < 999_500) return `${(sizeBytes / 1_000).toFixed(sizeBytes < 9_950 ? 1 : 0)} kB`;
  if (sizeBytes < 999_500_000) return `${(sizeBytes / 1_000_000).toFixed(sizeBytes < 9_950_000 ? 1 : 0)} MB`;
  return `${(sizeBytes / 1_000_000_000).toFixed(sizeBytes < 9_950_000_000 ? 1 : 0)} GB`;
}

/** "1 page", "3 pages", "2 batches". */
export function formatCount(
  count: number,
  singular: string,
  plural = `${singular}${singular.endsWith("ch") ? "es" : "s"}`,
): string {
  return `${count.toLocaleString("en")} ${count === 1 ? singular : plural}`;
}

/** The length of a list, which may be longer than what the list has on its pages. */
export function formatTotal({ total, hasMore }: Pick<Pagination, "total" | "hasMore">, noun: string): string {
  return `${hasMore ? "more than " : ""}${formatCount(total, noun)}`;
}

/** Names in a sentence, of which at most `most` are written: "name, title, and 4 others". */
export function listed(names: readonly string[], most: number): string {
  const written = names.length > most + 1 ? names.slice(0, most) : names;
  const others = names.length - written.length;
  return new Intl.ListFormat("en").format(others > 0 ? [...written, formatCount(others, "other")] : written);
}
