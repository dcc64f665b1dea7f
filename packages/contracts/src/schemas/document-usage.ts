import { z } from "zod";
import { idSchema } from "../ids.ts";
import { timestamp } from "./fields.ts";

/** The most points of one answer. */
export const maxUsagePoints = 750;
/** For how many days Platen knows what was counted in each hour. Days it knows for as long as the project exists. */
export const usageHoursKeptDays = 92;
/** The most templates, and projects, of one answer. */
export const maxUsageGroups = 1_000;

export const usageSteps = ["hour", "day"] as const;
export type UsageStep = (typeof usageSteps)[number];

const count = (description: string) => z.int().min(0).meta({ description });
const within = (share: string) =>
  z
    .number()
    .nullable()
    .meta({
      description: `The time within which ${share} of the completed ones were ready, from the request to the PDF, in milliseconds: the upper bound of its step of a fixed scale. Null without a completed one.`,
    });

const figures = {
  made: count("Documents that were completed, with or without warnings."),
  failed: count("Documents that failed."),
  withWarnings: count("Completed documents that have warnings."),
  pages: count("Pages of the completed documents."),
  bytes: count("Bytes of the PDFs of the completed documents."),
  p50Ms: within("half"),
  p95Ms: within("95 %"),
};

export const usageFigures = z
  .object(figures)
  .meta({ id: "UsageFigures", description: "What became of the documents that were requested in a time." });
export type UsageFigures = z.infer<typeof usageFigures>;

export const usagePoint = z
  .object({ at: timestamp.meta({ description: "The time at which the hour or the day (UTC) begins." }), ...figures })
  .meta({ id: "UsagePoint", description: "The documents that were requested within one hour or day." });

export const documentUsage = z
  .object({
    step: z.enum(usageSteps).meta({ description: "The length of a point." }),
    points: z.array(usagePoint).meta({ description: "One for each hour or day, the earliest first." }),
    total: usageFigures.meta({ description: "The same of all points together." }),
  })
  .meta({ id: "DocumentUsage", description: "The documents of a project over time, in figures." });

const ofLastHours = "of the documents that were requested in the last 24 hours: in this one and in the 23 before it";

export const templateUsage = z
  .object({
    templates: z
      .array(z.object({ templateId: idSchema("template").meta({ description: "The template." }), ...figures }))
      .meta({
        description: `Figures ${ofLastHours}. Templates without one are missing. The busiest come first, ${maxUsageGroups} at most.`,
      }),
  })
  .meta({ id: "TemplateUsage", description: "The documents of the last 24 hours, by template." });

export const memberUsage = z
  .object({
    projects: z
      .array(z.object({ projectId: idSchema("project").meta({ description: "The project." }), ...figures }))
      .meta({
        description: `Figures ${ofLastHours}. Projects without one are missing. The busiest come first, ${maxUsageGroups} at most.`,
      }),
  })
  .meta({ id: "MemberUsage", description: "The documents of the last 24 hours, by project." });
