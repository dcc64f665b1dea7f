import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { formatClock, formatInstant, formatRelative } from "./format.ts";

/** The time of day of an instant, with its day unless that is today. */
export function ClockText({ instant }: { instant: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  return (
    <time dateTime={instant} title={`${formatInstant(instant)}, ${formatRelative(instant, now)}`} className="figures">
      {formatClock(instant, now)}
    </time>
  );
}
