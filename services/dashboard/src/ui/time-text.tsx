import { Tooltip } from "@mantine/core";
import { useInterval } from "@mantine/hooks";
import { useState } from "react";
import { formatInstant, formatRelative } from "./format.ts";

/** A relative time such as "3 minutes ago", updated while it is on screen. The tooltip has the exact time. */
export function TimeText({ instant }: { instant: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), 30_000, { autoInvoke: true });
  return (
    <Tooltip label={formatInstant(instant)}>
      <time dateTime={instant}>{formatRelative(instant, now)}</time>
    </Tooltip>
  );
}
