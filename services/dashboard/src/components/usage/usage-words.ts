import type { operations, ResponseOutput } from "@platen/contracts";
import { formatCount, formatDuration } from "../../ui/format.ts";

export type Usage = ResponseOutput<typeof operations.getDocumentUsage.member>;
export type UsagePoint = Usage["points"][number];
type Counts = Pick<UsagePoint, "made" | "failed">;

const clock = new Intl.DateTimeFormat("en-GB", { timeStyle: "short" });

export function documentsOf({ made, failed }: Counts): number {
  return made + failed;
}

/** "12 documents, 1 failed". */
export function countsInWords(counts: Counts): string {
  const all = formatCount(documentsOf(counts), "document");
  return counts.failed === 0 ? all : `${all}, ${counts.failed.toLocaleString("en")} failed`;
}

/** What an hour has, with its time in the user's time zone: "14:00: 12 documents, 1 failed". */
export function hourInWords(point: UsagePoint): string {
  return `${clock.format(new Date(point.at))}: ${countsInWords(point)}`;
}

/** The bars of a chart as a sentence, for screen readers. */
export function hoursInWords(points: readonly UsagePoint[]): string {
  const busy = points.filter((point) => documentsOf(point) > 0);
  const [first] = busy;
  if (!first) return "Documents by hour: none";
  const most = busy.reduce((one, other) => (documentsOf(other) > documentsOf(one) ? other : one), first);
  const failing = busy.filter(({ failed }) => failed > 0).map(hourInWords);
  const shown = busy.length === 1 ? "all" : "most";
  const parts = [`Documents by hour: ${shown} at ${hourInWords(most)}`];
  if (busy.length > 1) parts.push(`in ${busy.length} of ${points.length} hours`);
  if (busy.length > 1 && failing.length > 0) parts.push(`with failures at ${failing.slice(-5).join("; ")}`);
  return parts.join(", ");
}

/** "95 % within 80 ms"; undefined without a completed document. */
export function durationInWords(p95Ms: number | null): string | undefined {
  return p95Ms === null ? undefined : `95 % within ${formatDuration(p95Ms)}`;
}
