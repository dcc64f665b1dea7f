import { usageHoursKeptDays, type UsageStep } from "@platen/contracts";
import { durationBounds } from "./duration-scale.ts";

const sums = ["made", "failed", "with_warnings", "pages", "bytes"] as const;
type Sum = (typeof sums)[number];

const steps = durationBounds.map((_bound, step) => step);
const lowerBounds = durationBounds.slice(0, -1);

/** The step of a document's duration, from 0; null for a document without one. */
const stepOf = `width_bucket(d.queue_ms + d.render_ms, ARRAY[${lowerBounds.join(", ")}]::double precision[])`;

/** What a document counts, once it is final. */
const ofDocument: Record<Exclude<Sum, "failed">, string> = {
  made: "(d.status = 'completed')::integer",
  with_warnings: "(d.status = 'completed' AND d.warning_codes IS NOT NULL)::integer",
  pages: "CASE WHEN d.status = 'completed' THEN coalesce(d.page_count, 0) ELSE 0 END",
  bytes: "CASE WHEN d.status = 'completed' THEN coalesce(d.size_bytes, 0) ELSE 0 END",
};

/** The columns of a row that {@link addToUsage} adds. `failed` tells how often the document counts as failed. */
export function countedOf(failed: string): string {
  const counts = Object.entries({ ...ofDocument, failed }).map(([name, sql]) => `${sql} AS ${name}`);
  const step = `CASE WHEN d.status = 'completed' THEN ${stepOf} END AS step`;
  return ["d.project_id", "d.template_id", "d.created_at", ...counts, step].join(", ");
}

/** The columns of documents that {@link countedOf} reads. */
export const countedFrom =
  "d.project_id, d.template_id, d.created_at, d.status, d.warning_codes, d.page_count, d.size_bytes, d.queue_ms, d.render_ms";

function addTo(table: string, step: UsageStep, from: string): string {
  const counts = steps.map((each) => `count(*) FILTER (WHERE step = ${each})`);
  const added = steps.map((each) => `u.durations[${each + 1}] + EXCLUDED.durations[${each + 1}]`);
  return `INSERT INTO ${table} AS u (project_id, at, template_id, ${sums.join(", ")}, durations)
    SELECT project_id, date_trunc('${step}', created_at, 'UTC'), template_id,
           ${sums.map((name) => `sum(${name})`).join(", ")}, ARRAY[${counts.join(", ")}]::integer[]
    FROM ${from} ${step === "hour" ? `WHERE created_at > now() - make_interval(days => ${usageHoursKeptDays})` : ""} GROUP BY 1, 2, 3
    ON CONFLICT (project_id, at, template_id) DO UPDATE
    SET ${sums.map((name) => `${name} = u.${name} + EXCLUDED.${name}`).join(", ")}, durations = ARRAY[${added.join(", ")}]`;
}

/** The parts of a statement that add the documents of `from` to their hours and days. */
export function addToUsage(from: string): string {
  return `added_to_hours AS (${addTo("usage_hours", "hour", from)}), added_to_days AS (${addTo("usage_days", "day", from)})`;
}

/** The counts of all rows of a group, as numbers: sums of bigint come as texts otherwise. They stay below 2^53. */
export const usageSums = [
  ...sums.map((name) => `sum(u.${name})::double precision AS ${name === "with_warnings" ? '"withWarnings"' : name}`),
  `ARRAY[${steps.map((each) => `sum(u.durations[${each + 1}])`).join(", ")}]::double precision[] AS durations`,
].join(", ");
