import {
  maxUsageGroups,
  maxUsagePoints,
  Problem,
  usageHoursKeptDays,
  type UsageFigures,
  type UsageStep,
} from "@platen/contracts";
import type { DataSource } from "typeorm";
import { daysAfter } from "../database/partition-bounds.ts";
import { queryRows } from "../database/rows.ts";
import { noTemplateId } from "./document-row.ts";
import { durationWithin } from "./duration-scale.ts";
import { usageSums } from "./usage-sql.ts";

type Counts = Omit<UsageFigures, "p50Ms" | "p95Ms"> & { durations: number[] };

type UsageQuery = {
  from?: string | undefined;
  to?: string | undefined;
  step: UsageStep;
  templateId?: string | undefined;
};

const hourMs = 60 * 60 * 1_000;
const lengthMs: Record<UsageStep, number> = { hour: hourMs, day: 24 * hourMs };
const usualPoints: Record<UsageStep, number> = { hour: 24, day: 30 };
const tables: Record<UsageStep, string> = { hour: "usage_hours", day: "usage_days" };

const lastHours = "u.at > date_trunc('hour', now(), 'UTC') - interval '24 hours'";

const none: Counts = { made: 0, failed: 0, withWarnings: 0, pages: 0, bytes: 0, durations: [] };

function plus(one: Counts, other: Counts): Counts {
  return {
    made: one.made + other.made,
    failed: one.failed + other.failed,
    withWarnings: one.withWarnings + other.withWarnings,
    pages: one.pages + other.pages,
    bytes: one.bytes + other.bytes,
    durations: other.durations.map((count, step) => count + (one.durations[step] ?? 0)),
  };
}

function figuresOf<Row extends Counts>({ durations, ...row }: Row) {
  return { ...row, p50Ms: durationWithin(0.5, durations), p95Ms: durationWithin(0.95, durations) };
}

function refuse(path: "from" | "to", message: string): never {
  throw new Problem("request.invalid", { message: `\`${path}\` ${message}.`, details: [{ path, message }] });
}

/** The beginnings of the first and the last hour or day of a query. */
function spanOf({ from, to, step }: UsageQuery, now: Date): { first: number; last: number } {
  const length = lengthMs[step];
  const beginning = (time: number) => Math.floor(time / length) * length;
  const end = to === undefined ? now.getTime() : Date.parse(to);
  // A time at which an hour begins does not belong to what ends then.
  const last = beginning(to === undefined ? end : end - 1);
  const first = from === undefined ? last - (usualPoints[step] - 1) * length : beginning(Date.parse(from));
  if (from !== undefined && Date.parse(from) >= end) refuse("from", "must be before `to`");
  if ((last - first) / length + 1 > maxUsagePoints)
    refuse("from", `must be at most ${maxUsagePoints} ${step}s before \`to\``);
  if (step === "hour" && first < daysAfter(now, -usageHoursKeptDays).getTime() - length)
    refuse("from", `must be at most ${usageHoursKeptDays} days ago, unless \`step\` is \`day\``);
  return { first, last };
}

/** Creates the functions that tell what became of documents, as the roll-up has counted them. */
export function createDocumentUsage(dataSource: DataSource) {
  return {
    /** Counts the documents of a project by hours or days. `now` is the time that `to` has by default. */
    async overTime(projectId: string, query: UsageQuery, now = new Date()) {
      const { first, last } = spanOf(query, now);
      const values: unknown[] = [projectId, new Date(first), new Date(last)];
      if (query.templateId !== undefined) values.push(query.templateId);
      const rows = await queryRows<Counts & { at: Date }>(
        dataSource.manager,
        `SELECT u.at, ${usageSums} FROM ${tables[query.step]} AS u
         WHERE u.project_id = $1 AND u.at >= $2 AND u.at <= $3 ${query.templateId === undefined ? "" : "AND u.template_id = $4"}
         GROUP BY u.at`,
        values,
      );
      const found = new Map(rows.map((row) => [row.at.getTime(), row]));
      const length = lengthMs[query.step];
      const points = Array.from({ length: (last - first) / length + 1 }, (_, index) => {
        const at = first + index * length;
        return { ...figuresOf(found.get(at) ?? none), at: new Date(at) };
      });
      const total = rows.reduce<Counts>((sum, { at: _at, ...counts }) => plus(sum, counts), none);
      return { step: query.step, points, total: figuresOf(total) };
    },

    /** Counts the documents of the last 24 hours of each template of a project. */
    async byTemplate(projectId: string) {
      const rows = await queryRows<Counts & { templateId: string }>(
        dataSource.manager,
        `SELECT u.template_id AS "templateId", ${usageSums} FROM usage_hours AS u
         WHERE u.project_id = $1 AND u.template_id <> $2 AND ${lastHours}
         GROUP BY u.template_id ORDER BY sum(u.made + u.failed) DESC LIMIT ${maxUsageGroups}`,
        [projectId, noTemplateId],
      );
      return rows.map(figuresOf);
    },

    /** Counts the documents of the last 24 hours of each project of an account. */
    async byProject(accountId: string) {
      const rows = await queryRows<Counts & { projectId: string }>(
        dataSource.manager,
        `SELECT u.project_id AS "projectId", ${usageSums}
         FROM memberships AS m JOIN usage_hours AS u ON u.project_id = m.project_id
         WHERE m.account_id = $1 AND ${lastHours}
         GROUP BY u.project_id ORDER BY sum(u.made + u.failed) DESC LIMIT ${maxUsageGroups}`,
        [accountId],
      );
      return rows.map(figuresOf);
    },
  };
}

export type DocumentUsage = ReturnType<typeof createDocumentUsage>;
