import { formatClock, formatInstant, formatRelative } from "./format.ts";

/** The time of day of an instant, with its day unless that is today. */
export function ClockText({ instant }: { instant: string }) {
  const now = Date.now();
  return (
    <time dateTime={instant} title={`${formatInstant(instant)}, ${formatRelative(instant, now)}`} className="figures">
      {formatClock(instant, now)}
    </time>
  );
}
