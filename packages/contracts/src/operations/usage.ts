import { z } from "zod";
import { idSchema } from "../ids.ts";
import { operation } from "../doors.ts";
import {
  documentUsage,
  maxUsagePoints,
  memberUsage,
  templateUsage,
  usageHoursKeptDays,
  usageSteps,
} from "../schemas/document-usage.ts";
import { instant, renderedAs } from "../schemas/fields.ts";
import { projectUsage } from "../schemas/project-usage.ts";

export const getProjectUsage = operation({
  method: "get",
  path: "/usage",
  operationId: "getProjectUsage",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: projectUsage },
});

export const getDocumentUsage = operation({
  method: "get",
  path: "/usage/documents",
  operationId: "getDocumentUsage",
  doors: { key: { scopes: ["documents"] }, member: { permission: "read" } },
  request: {
    query: z.strictObject({
      from: instant.optional().meta({
        description:
          "Count from the hour or day (UTC) of this time on. Default: 24 hours before `to`, or 30 days by `day`.",
      }),
      to: instant.optional().meta({
        description: `Count until this time, and no further than the hour or day in which it is. Default: now. At most ${maxUsagePoints} hours or days after \`from\`.`,
      }),
      step: z
        .enum(usageSteps, { error: "must be hour or day" })
        .default("hour")
        .meta({
          description: `The length of a point. Hours are known for ${usageHoursKeptDays} days, days for as long as the project exists.`,
          override: renderedAs({ type: "string", enum: usageSteps, default: "hour" }),
        }),
      templateId: idSchema("template").optional().meta({ description: "Only documents of this template." }),
    }),
  },
  response: { status: 200, content: "json", body: documentUsage },
});

export const getTemplateUsage = operation({
  method: "get",
  path: "/usage/templates",
  operationId: "getTemplateUsage",
  doors: { member: { permission: "read" } },
  request: {},
  response: { status: 200, content: "json", body: templateUsage },
});

export const getMemberUsage = operation({
  method: "get",
  path: "/usage/projects",
  operationId: "getMemberUsage",
  doors: { account: {} },
  request: {},
  response: { status: 200, content: "json", body: memberUsage },
});
